# frozen_string_literal: true

module AssayKit
  # Drawing samples and digesting outputs, by the contract's "Sampled outputs".
  module Digest
    MASK = 2**64 - 1
    OFFSET_BASIS = 0xcbf29ce484222325
    PRIME = 0x100000001b3

    module_function

    # FNV-1a, 64 bit, of a String's bytes.
    def fnv1a(bytes)
      value = OFFSET_BASIS
      bytes.each_byte { |byte| value = ((value ^ byte) * PRIME) & MASK }
      value
    end

    # The digest of a batch, from the byte strings of its sampled outputs: 16 hexadecimal digits.
    def combine(outputs)
      format("%016x", fnv1a(outputs.map { |bytes| fnv1a(bytes) }.pack("Q>*")))
    end
  end

  # Splitmix64 (Steele, Lea, Flood 2014).
  class Generator
    def initialize(seed)
      @state = seed & Digest::MASK
    end

    def draw
      @state = (@state + 0x9e3779b97f4a7c15) & Digest::MASK
      z = @state
      z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & Digest::MASK
      z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & Digest::MASK
      z ^ (z >> 31)
    end

    # The [pass, index] pairs that one batch keeps: sorted, without repeats.
    def samples(passes, count, number)
      Array.new(number) { [draw % passes, draw % count] }.uniq.sort
    end
  end
end
