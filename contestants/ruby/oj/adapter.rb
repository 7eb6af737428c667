# frozen_string_literal: true

require "oj"

# Oj in its strict mode: dump and load of Hashes. Bytes are base64 in JSON, so Hashes that hold some are converted around
# its calls.
class Adapter
  LIBRARY = "oj"
  VERSION = Oj::VERSION

  # Set once, which Oj's documentation finds quicker than options at each call. By its own default a float is written
  # with 16 digits, and one of as many is read as a BigDecimal: neither gives every float back.
  Oj.default_options = { mode: :strict, float_precision: 17, bigdecimal_load: :float }

  def initialize(_schema_text, type)
    @bytes_as_text = AssayKit::BytesAsText.new.of(type)
  end

  def encode(record)
    Oj.dump(@bytes_as_text ? @bytes_as_text.to.call(record) : record).force_encoding(Encoding::BINARY)
  end

  def decode(bytes)
    tree = Oj.load(bytes)
    @bytes_as_text ? @bytes_as_text.from.call(tree) : tree
  end
end
