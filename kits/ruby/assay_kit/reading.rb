# frozen_string_literal: true

require_relative "unions"

module AssayKit
  # Every field of a plain value read, in the clock of `access`; and its reading, 64 bits into which every field goes
  # (docs/contract.md), which is folded after the clock has stopped: Ruby's arithmetic of 64 bits is slow.
  module Reading
    MASK = 2**64 - 1
    START = 0x9E3779B97F4A7C15
    FACTOR = 0xD6E8FEB86659FD93
    TEXT, BYTES, ARRAY, MAP = (1..4).map { |kind| kind << 56 }
    NAN = 0x7FF8000000000000

    module_function

    def touch(value)
      case value
      when Hash then value.each_value { |inner| touch(inner) }
      when Array then value.each { |inner| touch(inner) }
      end
    end

    # Sixteen hexadecimal digits.
    def digits(type, value)
      format("%016x", read(START, type, value))
    end

    def read(state, type, value)
      case type.type
      when "record" then type.fields.reduce(state) { |found, (name, inner)| read(found, inner, value.fetch(name)) }
      when "array"
        fold(value.reduce(state) { |found, item| read(found, type.inner, item) }, ARRAY + value.size)
      when "map"
        entries = value.sum { |key, entry| read(content(START, TEXT, key), type.inner, entry) }
        fold(fold(state, entries & MASK), MAP + value.size)
      when "union" then read(state, *Branches.new(type).choose(value).reverse)
      when "bytes", "fixed" then content(state, BYTES, value)
      else leaf(state, value)
      end
    end

    def leaf(state, value)
      case value
      when nil then fold(state, 0)
      when true, false then fold(state, value ? 2 : 1)
      when Integer then fold(state, value & MASK)
      when Float then fold(state, real(value))
      else content(state, TEXT, value)
      end
    end

    def real(value)
      return NAN if value.nan?

      bits = [value].pack("G").unpack1("Q>")
      whole = value.finite? && value == value.truncate && SAFE.cover?(value.truncate) && bits != 1 << 63
      whole ? value.truncate & MASK : bits
    end

    def content(state, kind, text)
      bytes = text.b
      found = fold(state, kind + bytes.bytesize)
      0.step(bytes.bytesize - 1, 8) do |from|
        found = fold(found, bytes.byteslice(from, 8).ljust(8, "\0").unpack1("Q<"))
      end
      found
    end

    def fold(state, word)
      rotated = ((state << 26) | (state >> 38)) & MASK
      ((rotated ^ word) * FACTOR) & MASK
    end
  end
end
