# frozen_string_literal: true

require "json"

module AssayKit
  # A type of the schema: `type` is Avro's word for it, `kind` that of its values (a union has none). Of the others only
  # those that it has are set: `name` (full), `fields` (an array of [name, Type]), `symbols`, `size`, `inner` (of items
  # or values), `branches`, `by_kind` (the branches of each kind, in the order in which they are tried), `marked`.
  Type = Struct.new(
    :type, :kind, :name, :fields, :symbols, :size, :inner, :branches, :by_kind, :marked, keyword_init: true
  )

  # Reads a resolved schema (docs/contract.md): types that refer to each other by number.
  class SchemaReader
    # The schema's own type. Raises KeyError, TypeError or JSON::ParserError for what is no such table.
    def self.read(text)
      new(JSON.parse(text)).root
    end

    attr_reader :root

    def initialize(table)
      @types = []
      entries = table.fetch("types")
      # Records come first, and the others refer to what stands before them.
      entries.each { |entry| @types << type(entry) }
      entries.zip(@types) { |entry, made| made.fields = fields(entry) if made.type == "record" }
      @root = at(table.fetch("root"))
    end

    private

    def at(number)
      @types.fetch(number)
    rescue IndexError
      raise KeyError, "no type #{number} to refer to"
    end

    def fields(entry)
      entry.fetch("fields").map { |field| [field.fetch("name"), at(field.fetch("type"))] }
    end

    def type(entry)
      return union(entry) if entry.fetch("type") == "union"

      inner = entry["items"] || entry["values"]
      Type.new(
        type: entry["type"], kind: entry.fetch("kind").to_sym, name: entry["name"], symbols: entry["symbols"],
        size: entry["size"], inner: inner && at(inner)
      )
    end

    def union(entry)
      branches = entry.fetch("branches").map { |number| at(number) }
      by_kind = entry.fetch("by_kind").to_h { |kind, positions| [kind.to_sym, branches.values_at(*positions)] }
      Type.new(type: "union", branches: branches, by_kind: by_kind, marked: entry.fetch("marked"))
    end
  end
end
