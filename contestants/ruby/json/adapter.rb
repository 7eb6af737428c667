# frozen_string_literal: true

require "json"

# Ruby's own JSON: Hashes in and out. Bytes are base64 in JSON, so Hashes that hold some are converted around its calls.
class Adapter
  LIBRARY = "json"
  VERSION = JSON::VERSION

  def initialize(_schema_text, type)
    @bytes_as_text = AssayKit::BytesAsText.new.of(type)
  end

  def encode(record)
    JSON.generate(@bytes_as_text ? @bytes_as_text.to.call(record) : record).force_encoding(Encoding::BINARY)
  end

  def decode(bytes)
    tree = JSON.parse(bytes)
    @bytes_as_text ? @bytes_as_text.from.call(tree) : tree
  end
end
