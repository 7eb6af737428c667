# frozen_string_literal: true

require "json"
require_relative "unions"

module AssayKit
  # A parsed type: `type` is Avro's word for it. Of the others only those that it has are set: `name` (full), `fields`
  # (an array of [name, Type]), `symbols`, `size`, `inner` (of items or values), `branches`.
  Type = Struct.new(:type, :name, :fields, :symbols, :size, :inner, :branches, keyword_init: true) do
    def kind
      KIND_OF_TYPE.fetch(type)
    end
  end

  # Parses the JSON text of an Avro schema.
  class SchemaParser
    PRIMITIVES = %w[null boolean int long float double bytes string].freeze

    # Raises ArgumentError for what is no schema, JSON::ParserError for what is no JSON.
    def self.parse(text)
      new.parse(JSON.parse(text, max_nesting: false), "")
    end

    def initialize
      @named = {}
    end

    def parse(schema, namespace)
      case schema
      when String then look_up(schema, namespace)
      when Array then union(schema.map { |branch| parse(branch, namespace) })
      when Hash then parse_object(schema, namespace)
      else raise ArgumentError, "not a schema: #{schema.inspect}"
      end
    end

    private

    def parse_object(schema, namespace)
      case schema["type"]
      when "array" then Type.new(type: "array", inner: parse(schema["items"], namespace))
      when "map" then Type.new(type: "map", inner: parse(schema["values"], namespace))
      when "record", "error" then record(schema, namespace)
      when "enum" then define(schema, namespace, type: "enum", symbols: list(schema, "symbols"))
      when "fixed" then fixed(schema, namespace)
      else parse(schema["type"], namespace)
      end
    end

    def record(schema, namespace)
      record = define(schema, namespace, type: "record", fields: [])
      inner = record.name.rpartition(".").first
      # The record is already known by its name here, so its fields may refer to it.
      list(schema, "fields").each do |field|
        raise ArgumentError, "field without a name in #{record.name}" unless field["name"].is_a?(String)

        record.fields << [field["name"], parse(field["type"], inner)]
      end
      record
    end

    def fixed(schema, namespace)
      raise ArgumentError, "fixed without size: #{schema["name"]}" unless schema["size"].is_a?(Integer)

      define(schema, namespace, type: "fixed", size: schema["size"])
    end

    def union(branches)
      raise ArgumentError, "a union directly inside a union" if branches.any? { |branch| branch.type == "union" }

      Type.new(type: "union", branches: branches)
    end

    def define(schema, namespace, **properties)
      raise ArgumentError, "#{properties[:type]} without a name" unless schema["name"].is_a?(String)

      name = full_name(schema["name"], schema["namespace"] || namespace)
      raise ArgumentError, "#{name} is defined twice" if @named.key?(name)

      @named[name] = Type.new(name: name, **properties)
    end

    def look_up(name, namespace)
      return Type.new(type: name) if PRIMITIVES.include?(name)

      @named.fetch(full_name(name, namespace)) { raise ArgumentError, "unknown type #{name}" }
    end

    def full_name(name, namespace)
      name.include?(".") || namespace.empty? ? name : "#{namespace}.#{name}"
    end

    def list(schema, key)
      raise ArgumentError, "#{schema["type"]} without #{key}: #{schema["name"]}" unless schema[key].is_a?(Array)

      schema[key]
    end
  end
end
