# frozen_string_literal: true

require_relative "loops"

module AssayKit
  # The operations, one row each: what an operation takes and gives, and the loop of its passes. A row and the adapter's
  # method by that name, or by the one that it needs, make a new one.
  #
  # `takes` and `gives` are of one record, but for a container, which holds all. `passes` is called with the adapter,
  # the input, the number of passes and the plan (`Loops`).
  Operation = Struct.new(:name, :takes, :gives, :passes, :needs, keyword_init: true) do
    # The adapter's method.
    def call
      needs || name
    end

    def on_containers?
      [takes, gives].include?(:container)
    end

    # Does it once for every record, of which a container is asked for at most `most`; gives the outputs.
    def outputs(adapter, input, most)
      return [adapter.public_send(name, input)] if gives == :container
      return input.map { |item| adapter.public_send(call, item) } unless on_containers?

      values = []
      adapter.public_send(name, input) { |record| values << record if values.size < most }
      values
    end
  end

  DECODE = "decode"

  OPERATIONS = [
    Operation.new(name: "encode", takes: :records, gives: :encoded, passes: Loops.method(:encode)),
    Operation.new(name: DECODE, takes: :encoded, gives: :values, passes: Loops.method(:decode)),
    Operation.new(name: "access", takes: :encoded, gives: :readings, passes: Loops.method(:access), needs: DECODE),
    Operation.new(name: "write", takes: :records, gives: :container, passes: Loops.method(:write)),
    Operation.new(name: "read", takes: :container, gives: :values, passes: Loops.method(:read))
  ].freeze
end
