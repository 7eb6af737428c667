# frozen_string_literal: true

require_relative "errors"

module AssayKit
  # Reading and writing the contract's files.
  module Files
    module_function

    # The bytes of a file that a request's key names.
    def read(path, key)
      File.binread(path)
    rescue SystemCallError, ArgumentError => error
      raise BadInput, "#{key}: #{error.message}"
    end

    def write(path, bytes)
      File.binwrite(path, bytes)
    rescue SystemCallError, ArgumentError => error
      raise BadInput, "output: #{error.message}"
    end

    # The file as UTF-8 text.
    def text(path, key)
      text = read(path, key).force_encoding(Encoding::UTF_8)
      raise BadInput, "#{key}: #{path} is not UTF-8" unless text.valid_encoding?

      text
    end

    # The lines of a canonical JSON lines file, of which there must be `count`.
    def lines(path, count)
      text = text(path, "records")
      raise BadInput, "records: the last line of #{path} has no end" unless text.empty? || text.end_with?("\n")

      lines = text.split("\n", -1)
      lines.pop
      raise BadInput, "records: #{path} holds #{lines.size} records, not #{count}" if lines.size != count

      lines
    end

    # The byte strings of a framed file, each a String of its own, of which there must be `count`.
    def frames(path, count)
      data = read(path, "encoded")
      frames = []
      at = 0
      while at + 4 <= data.bytesize
        size = data.byteslice(at, 4).unpack1("V")
        # Built from the bytes and not a slice, which would share the memory of the whole file.
        frames << String.new(capacity: size).concat(data.byteslice(at + 4, size))
        at += 4 + size
      end
      raise BadInput, "encoded: #{path} is cut short" if at != data.bytesize
      raise BadInput, "encoded: #{path} holds #{frames.size} frames, not #{count}" if frames.size != count

      frames
    end

    def frame(bytes)
      [bytes.bytesize].pack("V") << bytes
    end
  end
end
