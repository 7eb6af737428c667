# frozen_string_literal: true

require "msgpack"

# MessagePack for Ruby: Hashes in and out. A String in BINARY is bytes to it, any other one text.
class Adapter
  LIBRARY = "msgpack"
  VERSION = MessagePack::VERSION

  def initialize(_schema_text, _type); end

  def encode(record)
    MessagePack.pack(record)
  end

  def decode(bytes)
    MessagePack.unpack(bytes)
  end
end
