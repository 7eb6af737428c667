# frozen_string_literal: true

require "msgpack"

# MessagePack for Ruby: Hashes in and out, by one packer and one unpacker. A String in BINARY is bytes to it, any other
# one text.
class Adapter
  LIBRARY = "msgpack"
  VERSION = MessagePack::VERSION

  def initialize(_schema_text, _type)
    @packer = MessagePack::Packer.new
    @unpacker = MessagePack::Unpacker.new
  end

  def encode(record)
    @packer.write(record).full_pack
  end

  def decode(bytes)
    @unpacker.feed(bytes)
    @unpacker.full_unpack
  rescue MessagePack::UnpackError
    @unpacker.reset # what is left of these bytes is not a beginning of the next ones
    raise
  end
end
