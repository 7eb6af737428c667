# frozen_string_literal: true

require_relative "measure"
require_relative "session"

module AssayKit
  # Asks whether an operation hands over finished values of the caller's own.
  class Inspection
    UNCOUNTED_ROUNDS = 2
    TIMES = %i[operation_ns first_read_ns second_read_ns loaded_read_ns plain_read_ns].freeze
    # The runtime itself shares these.
    IMMEDIATE = [NilClass, TrueClass, FalseClass, Integer, Float, Symbol].freeze

    def initialize(session, operation)
      @session = session
      @adapter = session.adapters(1).first
      @operation = operation
      @input = session.input_of(operation)
      @input = @input.first(Session::INSPECTED) unless operation.on_containers?
      @records = session.records.first(Session::INSPECTED)
    end

    # The reply of the contract, after so many counted rounds.
    def run(rounds)
      return { shared: false } if @operation.gives == :readings

      shared = shared?
      return { shared: shared } unless @operation.gives == :values

      UNCOUNTED_ROUNDS.times { round }
      best = Array.new(rounds) { round }.transpose.map(&:min)
      { shared: shared, **TIMES.zip(best).to_h.compact }
    end

    private

    # All first outputs are kept until the second ones are there.
    def shared?
      first = operate
      second = operate
      first.zip(second).any? { |one, other| one.equal?(other) && !nothing?(one) }
    end

    def nothing?(value)
      IMMEDIATE.include?(value.class) || (value.respond_to?(:empty?) && value.empty?)
    end

    # The outputs of the first records (all that a round looks at).
    def operate
      @operation.outputs(@adapter, @input, Session::INSPECTED)
    end

    # Nanoseconds a record: the operation, reading its values, reading them again, reading the loaded domain values; and
    # plain values, where the domain values are others, whose reading may call the library.
    def round
      values = nil
      operation_ns = span { values = operate }
      operated = @operation.on_containers? ? @session.records.size : values.size
      reads = [values, values, @records].map { |set| read_ns(set) { |value| Reading.touch(@session.plain(value)) } }
      plain = @session.plain_records
      reads << read_ns(plain) { |value| Reading.touch(value) } if plain
      [operation_ns / operated.to_f, *reads]
    end

    def read_ns(values, &read)
      without_collection { span { values.each(&read) } } / values.size.to_f
    end

    # Collected before, so that no reading pays for the garbage that the step before has left, and none meanwhile.
    def without_collection
      GC.start
      GC.disable
      yield
    ensure
      GC.enable
    end

    def span
      start = Measurement.now
      yield
      Measurement.now - start
    end
  end
end
