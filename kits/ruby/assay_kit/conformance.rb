# frozen_string_literal: true

require "json"
require_relative "canonical_reader"
require_relative "canonical_writer"
require_relative "errors"
require_relative "schema"

module AssayKit
  # The request `conform`: one row of a format's conformance, outside any record set (docs/contract.md).
  class Conformance
    # By the word for what is asked: the adapter's method for it, and what is done with that.
    ASKS = {
      "parse" => %i[initialize parse],
      "decode" => %i[decode from_bytes],
      "encode" => %i[encode to_bytes],
      "read" => %i[read read],
      "resolve" => %i[resolve resolve],
      "from-json" => %i[from_json from_text],
      "to-json" => %i[to_json to_text],
      "single-object" => %i[single_object from_bytes]
    }.freeze

    # What the library finds. Raises Unsupported for what it, or the kit, does not have.
    def self.answer(adapter_class, keys)
      method, answer = ASKS.fetch(keys[:ask]) { raise Unsupported, "the kit does not ask #{keys[:ask].inspect}" }
      own = adapter_class.instance_methods(false) + adapter_class.private_instance_methods(false)
      raise Unsupported, "the contestant has no #{method}" unless own.include?(method)

      new(adapter_class, keys, method).public_send(answer)
    end

    def initialize(adapter_class, keys, method)
      @keys = keys
      @type = SchemaReader.read(keys[:resolved])
      @adapter = refusing { adapter_class.new(keys[:schema], @type) }
      @method = method
    rescue KeyError, TypeError, JSON::ParserError => error
      raise BadInput, "resolved: #{error.message}"
    end

    def parse
      { found: @adapter.respond_to?(:canonical) ? [refusing { @adapter.canonical }] : [] }
    end

    def from_bytes
      values([refusing { @adapter.public_send(@method, bytes) }])
    end

    def to_bytes
      value = record
      { found: [refusing { @adapter.encode(value) }.unpack1("H*")] }
    end

    def read
      @adapter.use_container(@keys[:settings])
      kept = []
      refusing { @adapter.read(bytes) { |record| kept << record if kept.size < @keys[:texts] } }
      values(kept)
    end

    def resolve
      values([refusing { @adapter.resolve(@keys[:writer], bytes) }])
    end

    def from_text
      values([refusing { @adapter.from_json(@keys[:input]) }])
    end

    def to_text
      value = record
      { found: [refusing { @adapter.to_json(value) }] }
    end

    private

    # Whatever the library raises is its refusal, also where the adapter calls it unsupported.
    def refusing
      yield
    rescue Unsupported, NotImplementedError, KeyError, TypeError, JSON::ParserError, BadInput => error
      raise "#{error.class}: #{error.message}"
    end

    def bytes
      [@keys[:input]].pack("H*")
    end

    def record
      plain = CanonicalReader.new(@type).read(@keys[:input])
      @adapter.respond_to?(:from_plain) ? @adapter.from_plain(plain) : plain
    rescue Misfit, JSON::ParserError => error
      raise BadInput, "input: #{error.message}"
    end

    # The canonical texts of domain values.
    def values(values)
      writer = CanonicalWriter.new(@type)
      plain = values.first(@keys[:texts]).map { |value| @adapter.respond_to?(:to_plain) ? @adapter.to_plain(value) : value }
      { found: plain.map { |value| writer.write(value) } }
    rescue Misfit, NoMethodError => error
      { found: [], misfit: error.message }
    end
  end
end
