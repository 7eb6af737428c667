# frozen_string_literal: true

require "google/protobuf"
require "records"

# Google's Protobuf for Hashes: generated functions make a message of one to encode, and read one that is decoded.
class Adapter
  LIBRARY = "google-protobuf"
  VERSION = Gem.loaded_specs.fetch(LIBRARY).version.to_s

  def initialize(_schema_text, _type)
    @message = Records::MESSAGE
  end

  def encode(record)
    @message.encode(@message.new(Records.fields(record)))
  end

  def decode(bytes)
    Records.plain(@message.decode(bytes))
  end
end
