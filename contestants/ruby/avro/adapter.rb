# frozen_string_literal: true

require "avro"
require "stringio"

# Apache Avro for Ruby: a DatumWriter and a DatumReader kept for the schema; plain Hashes in and out.
class Adapter
  LIBRARY = "avro"
  VERSION = Avro::VERSION.strip

  ZSTANDARD_LEVEL = 3 # the default of the library that Avro calls without a level

  def initialize(schema_text, _type)
    @schema = Avro::Schema.parse(schema_text)
    @writer = Avro::IO::DatumWriter.new(@schema)
    @reader = Avro::IO::DatumReader.new(@schema, @schema)
  end

  def encode(record)
    buffer = StringIO.new(String.new)
    @writer.write(record, Avro::IO::BinaryEncoder.new(buffer))
    buffer.string
  end

  def decode(bytes)
    @reader.read(Avro::IO::BinaryDecoder.new(StringIO.new(bytes)))
  end

  # Makes the codec of the containers: a Hash with :compression, :level, :block_bytes.
  def use_container(settings)
    @codec = codec(settings[:compression], settings[:level])
    @codec.compress("") # Avro loads a codec's library when it is first used.
    @block_bytes = settings[:block_bytes]
  rescue LoadError => error
    raise NotImplementedError, error.message
  end

  def write(records)
    buffer = StringIO.new(String.new)
    file = Avro::DataFile::Writer.new(buffer, Avro::IO::DatumWriter.new, @schema, @codec)
    records.each do |record|
      file << record
      # The library's own block size is a constant; a block is ended early by its `sync`.
      file.sync if file.buffer_writer.tell >= @block_bytes
    end
    file.flush
    buffer.string
  end

  def read(container, &block)
    Avro::DataFile::Reader.new(StringIO.new(container), Avro::IO::DatumReader.new(nil, @schema)).each(&block)
  end

  private

  def codec(compression, level)
    case compression
    when "deflate" then Avro::DataFile::DeflateCodec.new(level || Zlib::DEFAULT_COMPRESSION)
    when "zstandard" then zstandard(level)
    else Avro::DataFile.get_codec(compression)
    end
  rescue Avro::DataFile::DataFileError => error
    raise NotImplementedError, error.message
  end

  def zstandard(level)
    return Avro::DataFile.get_codec("zstandard") if [nil, ZSTANDARD_LEVEL].include?(level)

    raise NotImplementedError, "zstandard has no level here, and its default is #{ZSTANDARD_LEVEL}, not #{level}"
  end
end
