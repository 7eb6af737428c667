# frozen_string_literal: true

require_relative "errors"
require_relative "unions"

module AssayKit
  # Makes canonical JSON texts of plain values. Made once a schema, as nested lambdas.
  #
  # It is a part of the proof, so it takes finished values of exactly the plain classes: a subclass of Hash, or one that
  # computes what it is asked for, could do its work when it is looked at.
  class CanonicalWriter
    NEEDS_ESCAPE = /["\\\u0000-\u001f]/.freeze
    FLOAT_NAN = '"7fc00000"'
    DOUBLE_NAN = '"7ff8000000000000"'

    def initialize(type)
      @made = {}.compare_by_identity
      @write = writer_of(type)
    end

    # The text, UTF-8, without a line end. Raises Misfit where the value does not fit the type.
    def write(value)
      @write.call(value)
    end

    private

    def writer_of(type)
      case type.type
      when "record" then record_writer(type)
      when "array" then array_writer(writer_of(type.inner))
      when "map" then map_writer(writer_of(type.inner))
      when "union" then union_writer(Branches.new(type))
      when "enum" then enum_writer(type)
      when "fixed" then fixed_writer(type)
      else PRIMITIVES.fetch(type.type)
      end
    end

    def self.expect(value, what)
      raise Misfit.new(what, value) unless yield
    end

    def expect(value, what, &test)
      CanonicalWriter.expect(value, what, &test)
    end

    WRITE_INT = lambda do |value|
      expect(value, "an int") { value.instance_of?(Integer) && INT.cover?(value) }
      value.to_s
    end

    WRITE_LONG = lambda do |value|
      expect(value, "a long") { value.instance_of?(Integer) && LONG.cover?(value) }
      SAFE.cover?(value) ? value.to_s : "\"#{value}\""
    end

    WRITE_FLOAT = lambda do |value|
      expect(value, "a float") { value.instance_of?(Float) }
      return FLOAT_NAN if value.nan?

      packed = [value].pack("g")
      expect(value, "a number that is exactly a float") { packed.unpack1("g") == value }
      "\"#{packed.unpack1("H*")}\""
    end

    WRITE_DOUBLE = lambda do |value|
      expect(value, "a double") { value.instance_of?(Float) }
      value.nan? ? DOUBLE_NAN : "\"#{[value].pack("G").unpack1("H*")}\""
    end

    WRITE_STRING = lambda do |value|
      expect(value, "a string in UTF-8") do
        value.instance_of?(String) && value.encoding == Encoding::UTF_8 && value.valid_encoding?
      end
      return "\"#{value}\"" unless value.match?(NEEDS_ESCAPE)

      escaped = value.gsub(NEEDS_ESCAPE) { |c| ['"', "\\"].include?(c) ? "\\#{c}" : format("\\u%04x", c.ord) }
      "\"#{escaped}\""
    end

    WRITE_BYTES = lambda do |value|
      expect(value, "bytes (a String in BINARY)") { value.instance_of?(String) && value.encoding == Encoding::BINARY }
      "\"#{value.unpack1("H*")}\""
    end

    PRIMITIVES = {
      "null" => lambda do |value|
        expect(value, "null") { value.nil? }
        "null"
      end,
      "boolean" => lambda do |value|
        expect(value, "a boolean") { value == true || value == false }
        value.to_s
      end,
      "int" => WRITE_INT,
      "long" => WRITE_LONG,
      "float" => WRITE_FLOAT,
      "double" => WRITE_DOUBLE,
      "string" => WRITE_STRING,
      "bytes" => WRITE_BYTES
    }.freeze

    def enum_writer(type)
      lambda do |value|
        expect(value, "a symbol of #{type.name}") { type.symbols.include?(value) }
        WRITE_STRING.call(value)
      end
    end

    def fixed_writer(type)
      lambda do |value|
        text = WRITE_BYTES.call(value)
        expect(value, "#{type.size} bytes") { value.bytesize == type.size }
        text
      end
    end

    def array_writer(inner)
      lambda do |value|
        expect(value, "an Array") { value.instance_of?(Array) }
        texts = value.each_with_index.map { |item, index| AssayKit.inside("[#{index}]") { inner.call(item) } }
        "[#{texts.join(",")}]"
      end
    end

    def map_writer(inner)
      lambda do |value|
        expect_hash(value, "a Hash as a map")
        keys = value.to_h { |key, _| [key, WRITE_STRING.call(key)] }
        texts = value.keys.sort_by(&:b).map do |key|
          AssayKit.inside("[#{key}]") { "#{keys[key]}:#{inner.call(value[key])}" }
        end
        "{#{texts.join(",")}}"
      end
    end

    def record_writer(type)
      return @made[type] if @made.key?(type)

      fields = []
      @made[type] = lambda do |value|
        expect_hash(value, "a Hash as #{type.name}")
        expect(value, "the fields of #{type.name}") do
          value.size == fields.size && fields.all? { |name, _| value.key?(name) }
        end
        texts = fields.map { |name, inner| AssayKit.inside(".#{name}") { "\"#{name}\":#{inner.call(value[name])}" } }
        "{#{texts.join(",")}}"
      end
      type.fields.each { |name, field| fields << [name, writer_of(field)] }
      @made[type]
    end

    def union_writer(branches)
      writers = {}.compare_by_identity
      branches.types.each do |type|
        text = type.kind == :real ? WRITE_DOUBLE : writer_of(type)
        marked = branches.marked? && type.kind != :null
        writers[type] = marked ? ->(value) { "{\"#{type.kind}\":#{text.call(value)}}" } : text
      end
      lambda do |value|
        counted, branch = branches.choose(value)
        expect(value, "a value of a branch of the union") { branch }
        writers[branch].call(counted)
      end
    end

    def expect_hash(value, what)
      expect(value, what) { value.instance_of?(Hash) && value.default_proc.nil? }
    end
  end
end
