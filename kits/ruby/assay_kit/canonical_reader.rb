# frozen_string_literal: true

require "json"
require_relative "errors"
require_relative "unions"

module AssayKit
  # Makes plain values of canonical JSON lines. Made once a schema, as nested lambdas.
  class CanonicalReader
    def initialize(type)
      @made = {}.compare_by_identity
      @read = reader_of(type)
    end

    # `line`: UTF-8 text without its line end. Raises Misfit or JSON::ParserError where it is not canonical.
    def read(line)
      @read.call(JSON.parse(line, max_nesting: false))
    end

    private

    def reader_of(type)
      case type.type
      when "record" then record_reader(type)
      when "array" then array_reader(reader_of(type.inner))
      when "map" then map_reader(reader_of(type.inner))
      when "union" then union_reader(Branches.new(type))
      when "enum" then enum_reader(type)
      when "fixed" then fixed_reader(type)
      else PRIMITIVES.fetch(type.type)
      end
    end

    def self.expect(json, what)
      yield ? json : raise(Misfit.new(what, json))
    end

    def expect(json, what, &test)
      CanonicalReader.expect(json, what, &test)
    end

    READ_LONG = lambda do |json|
      return expect(json, "a long") { json.is_a?(Integer) && SAFE.cover?(json) } unless json.is_a?(String)

      expect(json, "a long") { json.match?(/\A-?[1-9][0-9]*\z/) }
      value = json.to_i
      expect(value, "a long beyond 2^53 - 1") { LONG.cover?(value) && !SAFE.cover?(value) }
    end

    READ_FLOAT = lambda do |json|
      expect(json, "the 8 digits of a float") { json.is_a?(String) && json.match?(/\A[0-9a-f]{8}\z/) }
      [json].pack("H8").unpack1("g")
    end

    READ_DOUBLE = lambda do |json|
      expect(json, "the 16 digits of a double") { json.is_a?(String) && json.match?(/\A[0-9a-f]{16}\z/) }
      [json].pack("H16").unpack1("G")
    end

    READ_BYTES = lambda do |json|
      expect(json, "the digits of bytes") { json.is_a?(String) && json.match?(/\A(?:[0-9a-f]{2})*\z/) }
      [json].pack("H*")
    end

    PRIMITIVES = {
      "null" => ->(json) { expect(json, "null") { json.nil? } },
      "boolean" => ->(json) { expect(json, "a boolean") { [true, false].include?(json) } },
      "int" => ->(json) { expect(json, "an int") { json.is_a?(Integer) && INT.cover?(json) } },
      "long" => READ_LONG,
      "float" => READ_FLOAT,
      "double" => READ_DOUBLE,
      "string" => ->(json) { expect(json, "a string") { json.is_a?(String) } },
      "bytes" => READ_BYTES
    }.freeze

    def enum_reader(type)
      ->(json) { expect(json, "a symbol of #{type.name}") { type.symbols.include?(json) } }
    end

    def fixed_reader(type)
      lambda do |json|
        bytes = READ_BYTES.call(json)
        expect(bytes, "#{type.size} bytes") { bytes.bytesize == type.size }
      end
    end

    def array_reader(inner)
      lambda do |json|
        expect(json, "an array") { json.is_a?(Array) }
        json.each_with_index.map { |item, index| AssayKit.inside("[#{index}]") { inner.call(item) } }
      end
    end

    def map_reader(inner)
      lambda do |json|
        expect(json, "a map") { json.is_a?(Hash) }
        json.to_h { |key, value| [key, AssayKit.inside("[#{key}]") { inner.call(value) }] }
      end
    end

    def record_reader(type)
      return @made[type] if @made.key?(type)

      fields = []
      @made[type] = lambda do |json|
        whole = json.is_a?(Hash) && json.size == fields.size
        expect(json, "the fields of #{type.name}") { whole && fields.all? { |name, _| json.key?(name) } }
        fields.to_h { |name, inner| [name, AssayKit.inside(".#{name}") { inner.call(json[name]) }] }
      end
      type.fields.each { |name, field| fields << [name, reader_of(field)] }
      @made[type]
    end

    def union_reader(branches)
      readers = {}.compare_by_identity
      branches.types.each { |type| readers[type] = reader_of(type) }
      lambda do |json|
        kind, text = kind_and_text(branches, json)
        branch = branch_of(branches, kind, text)
        value = branch && (wide_reader(kind) || readers[branch]).call(text)
        expect(value, "a value of a branch of the union") { branch && branches.choose(value) }
      end
    end

    # For kinds with several branches, of which the value itself decides.
    def wide_reader(kind)
      { integer: READ_LONG, real: READ_DOUBLE, string: PRIMITIVES["string"], bytes: READ_BYTES }[kind]
    end

    def branch_of(branches, kind, text)
      candidates = branches.of_kind(kind)
      kind == :record ? candidates.find { |type| branches.fields?(type, text) } : candidates.first
    end

    def kind_and_text(branches, json)
      return [:null, json] if json.nil?

      if branches.marked?
        expect(json, "a value marked by its kind") { json.is_a?(Hash) && json.size == 1 }
        return [json.keys.first.to_sym, json.values.first]
      end
      [kind_of_text(branches, json), json]
    end

    def kind_of_text(branches, json)
      case json
      when true, false then :boolean
      when Array then :array
      when Hash then branch_of(branches, :record, json) ? :record : :map
      else branches.unmarked_kind
      end
    end
  end
end
