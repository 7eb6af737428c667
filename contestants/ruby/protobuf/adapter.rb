# frozen_string_literal: true

require "google/protobuf"
require "records"

# Google's Protobuf on message objects, of the class that protoc's code makes: its `encode` and `decode`.
class Adapter
  LIBRARY = "google-protobuf"
  VERSION = Gem.loaded_specs.fetch(LIBRARY).version.to_s

  def initialize(_schema_text, _type)
    @message = Records::MESSAGE
    @fields = @message.descriptor.to_h { |field| [field, optional?(field)] }
  end

  def encode(record)
    @message.encode(record)
  end

  def decode(bytes)
    @message.decode(bytes)
  end

  def from_plain(plain)
    @message.new(Records.fields(plain))
  end

  def to_plain(record)
    Records.plain(record)
  end

  def assign(old, fresh)
    @fields.each do |field, optional|
      if optional && !field.has?(fresh)
        field.clear(old)
      else
        old.public_send("#{field.name}=", fresh[field.name])
      end
    end
    old
  end

  private

  def optional?(field)
    field.has?(@message.new)
    true
  rescue ArgumentError
    false # its default and its absence are the same
  end
end
