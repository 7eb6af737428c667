# frozen_string_literal: true

require_relative "conformance"
require_relative "inspect"
require_relative "measure"
require_relative "session"

module AssayKit
  PROTOCOL = 1

  # Answers the requests of the contract for one contestant.
  class Contestant
    TEXT = ["a string", ->(value) { value.is_a?(String) }].freeze
    TEXT_OR_NULL = ["a string or null", ->(value) { value.nil? || value.is_a?(String) }].freeze
    OBJECT_OR_NULL = ["an object or null", ->(value) { value.nil? || value.is_a?(Hash) }].freeze
    COUNT = ["a whole number, not negative", ->(value) { value.is_a?(Integer) && value >= 0 }].freeze
    POSITIVE = ["a whole number of at least 1", ->(value) { value.is_a?(Integer) && value >= 1 }].freeze
    SECONDS = [
      "a number, not negative",
      ->(value) { (value.is_a?(Integer) || value.is_a?(Float)) && value >= 0 }
    ].freeze

    ONCE_KEYS = { operation: TEXT, seed: COUNT, samples: COUNT }.freeze
    MEASURE_KEYS = { **ONCE_KEYS, min_batch_ns: COUNT, threads: POSITIVE }.freeze
    KEYS = {
      "hello" => { protocol: COUNT },
      "load" => { workload: TEXT, schema: TEXT, resolved: TEXT, records: TEXT, encoded: TEXT_OR_NULL, count: COUNT },
      "prove" => { operation: TEXT, output: TEXT },
      "inspect" => { operation: TEXT, rounds: POSITIVE },
      "warm" => { **MEASURE_KEYS, seconds: SECONDS },
      "measure" => { **MEASURE_KEYS, batches: POSITIVE },
      "once" => ONCE_KEYS,
      "swap" => { records: TEXT, encoded: TEXT_OR_NULL, count: COUNT },
      "conform" => { ask: TEXT, schema: TEXT, resolved: TEXT, input: TEXT, texts: COUNT },
      "bye" => {}
    }.freeze
    # A request may lack these; they are then nil.
    OPTIONAL_KEYS = {
      "load" => { container: TEXT_OR_NULL, settings: OBJECT_OR_NULL },
      "swap" => { container: TEXT_OR_NULL },
      "warm" => { output: TEXT_OR_NULL },
      "measure" => { output: TEXT_OR_NULL },
      "once" => { output: TEXT_OR_NULL },
      "conform" => { writer: TEXT_OR_NULL, settings: OBJECT_OR_NULL }
    }.freeze
    SETTINGS_KEYS = {
      compression: TEXT, level: ["a whole number or null", ->(value) { value.nil? || value.is_a?(Integer) }],
      block_bytes: POSITIVE
    }.freeze

    def initialize(adapter_class)
      @adapter_class = adapter_class
      @session = nil
    end

    # The content of the reply to a parsed request. Raises BadInput, Unsupported, or what the library raised.
    def answer(request)
      name = request["request"]
      raise BadInput, 'the key "request" is missing or no string' unless name.is_a?(String)
      raise BadInput, "unknown request #{name.inspect}; known: #{KEYS.keys.join(", ")}" unless KEYS.key?(name)

      keys = checked(request, KEYS[name])
      keys.merge!(checked(request, OPTIONAL_KEYS.fetch(name, {}), missing: nil))
      send("answer_#{name}", keys)
    end

    private

    def checked(object, keys, **default)
      keys.to_h do |key, (what, test)|
        text = key.to_s
        unless object.key?(text)
          raise BadInput, "the key \"#{text}\" is missing" if default.empty?

          next [key, default[:missing]]
        end
        raise BadInput, "the key \"#{text}\" must be #{what}" unless test.call(object[text])

        [key, object[text]]
      end
    end

    def answer_hello(keys)
      raise BadInput, "protocol is #{keys[:protocol]}, but this kit speaks #{PROTOCOL}" if keys[:protocol] != PROTOCOL

      {
        protocol: PROTOCOL, contestant: ENV.fetch("ASSAY_CONTESTANT", ""), library: @adapter_class::LIBRARY,
        version: @adapter_class::VERSION, runtime: "#{RUBY_ENGINE} #{RUBY_ENGINE_VERSION}",
        operations: Session.operations_of(@adapter_class).map(&:name)
      }
    end

    def answer_load(keys)
      # After a load that failed nothing is loaded: measuring the set before it would mislead.
      @session = nil
      keys[:settings] = checked(keys[:settings], SETTINGS_KEYS) if keys[:settings]
      @session = Session.new(@adapter_class, keys)
      { count: keys[:count], setup_ns: @session.setup_ns }
    end

    def answer_prove(keys)
      { count: loaded.prove(loaded.operation(keys[:operation]), keys[:output]) }
    end

    def answer_inspect(keys)
      Inspection.new(*measurable(keys)).run(keys[:rounds])
    end

    def answer_warm(keys)
      Measurement.new(*measurable(keys), keys, keys[:threads]).warm(keys[:min_batch_ns], keys[:seconds])
    end

    def answer_measure(keys)
      Measurement.new(*measurable(keys), keys, keys[:threads]).measure(keys[:min_batch_ns], keys[:batches])
    end

    def answer_once(keys)
      Measurement.new(*measurable(keys), keys, 1).once
    end

    def answer_swap(keys)
      loaded.swap(keys)
      { count: keys[:count] }
    end

    def answer_conform(keys)
      keys[:settings] = checked(keys[:settings], SETTINGS_KEYS) if keys[:settings]
      Conformance.answer(@adapter_class, keys)
    end

    def answer_bye(_keys)
      {}
    end

    def loaded
      @session || raise(BadInput, "nothing is loaded")
    end

    # The session, and the operation that is asked for.
    def measurable(keys)
      operation = loaded.operation(keys[:operation])
      raise BadInput, "the record set is empty" if loaded.records.empty?

      [loaded, operation]
    end
  end
end
