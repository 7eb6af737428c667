# frozen_string_literal: true

require_relative "measure"

module AssayKit
  # Asks whether an operation hands over finished values of the caller's own.
  class Inspection
    MAX_RECORDS = 200
    UNCOUNTED_ROUNDS = 2
    # The runtime itself shares these.
    IMMEDIATE = [NilClass, TrueClass, FalseClass, Integer, Float, Symbol].freeze

    def initialize(session, operation)
      @session = session
      @adapter = session.adapters(1).first
      @operation = operation
      @input = session.input_of(operation)
      @input = @input.first(MAX_RECORDS) unless operation.on_containers?
      @records = session.records.first(MAX_RECORDS)
    end

    # The reply of the contract, after so many counted rounds.
    def run(rounds)
      return { shared: false } if @operation.gives == :readings

      shared = shared?
      return { shared: shared } unless @operation.gives == :values

      UNCOUNTED_ROUNDS.times { round }
      best = Array.new(rounds) { round }.transpose.map(&:min)
      { shared: shared, **%i[operation_ns first_read_ns second_read_ns loaded_read_ns].zip(best).to_h }
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
      @operation.outputs(@adapter, @input, MAX_RECORDS)
    end

    # Nanoseconds a record: the operation, reading its values, reading them again, reading the loaded domain values.
    def round
      values = nil
      operation_ns = span { values = operate }
      operated = @operation.on_containers? ? @session.records.size : values.size
      reads = [values, values, @records].map { |set| without_collection { span { read_all(set) } } / set.size.to_f }
      [operation_ns / operated.to_f, *reads]
    end

    # Collected before, so that no reading pays for the garbage that the step before has left, and none meanwhile.
    def without_collection
      GC.start
      GC.disable
      yield
    ensure
      GC.enable
    end

    def read_all(values)
      values.each { |value| Reading.touch(@session.plain(value)) }
    end

    def span
      start = Measurement.now
      yield
      Measurement.now - start
    end
  end
end
