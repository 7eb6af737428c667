# frozen_string_literal: true

require "json"
require_relative "canonical_reader"
require_relative "canonical_writer"
require_relative "files"
require_relative "operations"
require_relative "schema"
require_relative "swap"

module AssayKit
  # One loaded record set and the adapter for its schema.
  class Session
    INSPECTED = 200 # of so many records an inspection reads the fields

    # `plain_records`: the first records as plain values of the kit; nil where domain values are plain ones themselves.
    attr_reader :records, :plain_records, :setup_ns, :pass_ns

    # The operations that an adapter's class has.
    def self.operations_of(adapter_class)
      OPERATIONS.select { |operation| adapter_class.method_defined?(operation.call) }
    end

    # `files`: the checked keys of the `load` request.
    def initialize(adapter_class, files)
      @adapter_class = adapter_class
      @schema_text = read_as(files[:schema], "schema") { |text| text.tap { JSON.parse(text, max_nesting: false) } }
      @type = read_as(files[:resolved], "resolved") { |text| SchemaReader.read(text) }
      @reader = CanonicalReader.new(@type)
      @writer = CanonicalWriter.new(@type)
      @settings = files[:settings]
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      @adapter = new_adapter
      @setup_ns = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
      @pass_ns = {} # nanoseconds of a pass of each operation, from the batch before
      @records, @inputs, @container, @plain_records = read_set(files)
    end

    # One adapter for each thread; the first is the session's own.
    def adapters(threads)
      [@adapter, *Array.new(threads - 1) { new_adapter }]
    end

    # The operation of that name. Raises Unsupported where it is not on offer.
    def operation(name)
      found = Session.operations_of(@adapter_class).find { |operation| operation.name == name }
      raise Unsupported, "the contestant has no operation #{name.inspect}" if found.nil?

      lacking = (found.gives == :container && @settings.nil?) || (found.takes == :container && @container.nil?)
      raise Unsupported, "#{name}: the load named no container" if lacking

      found
    end

    # What an operation goes over: all records, all inputs, or the one container.
    def input_of(operation)
      { records: @records, encoded: @inputs, container: @container }.fetch(operation.takes)
    end

    # What a digest, or `prove`, takes of one output: its bytes, or its canonical text.
    def output_bytes(operation, output)
      case operation.gives
      when :values then canonical_text(output)
      when :readings then Reading.digits(@type, plain(output))
      else check_bytes(operation.name, output)
      end
    end

    def canonical_text(value)
      @writer.write(plain(value))
    end

    def plain(value)
      @adapter.respond_to?(:to_plain) ? @adapter.to_plain(value) : value
    end

    # Replaces the records in place. A swap that fails leaves them as they were.
    def swap(files)
      if files[:count] != @records.size
        raise BadInput, "count is #{files[:count]}, but #{@records.size} records are loaded"
      end

      records, inputs, container, @plain_records = read_set(files)
      @records.each_index { |i| @records[i] = assigned(@records[i], records[i]) }
      inputs&.each_index { |i| @inputs[i] = Swap.in_place(@inputs[i], inputs[i]) }
      @container = Swap.in_place(@container, container)
    end

    # Does the operation once for every record and writes what it made; all outputs are held before the first is
    # written, so that one which is not the caller's own shows itself. Gives the number of records.
    def prove(operation, path)
      outputs = operation.outputs(@adapter, input_of(operation), Float::INFINITY).each_with_index.map do |output, index|
        AssayKit.inside("record #{index}") { output_bytes(operation, output) }
      end
      content = case operation.gives
                when :encoded then outputs.map { |bytes| Files.frame(bytes) }.join
                when :container then outputs.first
                else outputs.map { |text| "#{text}\n" }.join
                end
      Files.write(path, content)
      operation.gives == :container ? @records.size : outputs.size
    end

    private

    def new_adapter
      adapter = @adapter_class.new(@schema_text, @type)
      adapter.use_container(@settings) if @settings && adapter.respond_to?(:use_container)
      adapter
    end

    # What the block makes of a file's text.
    def read_as(path, key)
      text = Files.text(path, key)
      begin
        yield text
      rescue KeyError, TypeError, NoMethodError, JSON::ParserError => error
        raise BadInput, "#{key}: #{error.message} in #{path}"
      end
    end

    # The old domain value with the content of the new one, if an object of its kind can get it.
    def assigned(old, fresh)
      @adapter.respond_to?(:assign) ? @adapter.assign(old, fresh) : Swap.in_place(old, fresh)
    end

    # The domain values, what `decode` reads (nil where the contestant does not decode), what `read` reads, and the first
    # records as plain values where domain values are something else.
    def read_set(files)
      plain = Files.lines(files[:records], files[:count]).each_with_index.map do |line, index|
        @reader.read(line)
      rescue Misfit, JSON::ParserError => error
        raise BadInput, "records: record #{index} of #{files[:records]}: #{error.message}"
      end
      records = @adapter.respond_to?(:from_plain) ? plain.map { |value| @adapter.from_plain(value) } : plain
      container = Files.read(files[:container], "container") if files[:container]
      plain_records = plain.first(INSPECTED) if @adapter.respond_to?(:to_plain)
      [records, inputs(files, records), container, plain_records]
    end

    def inputs(files, records)
      return Files.frames(files[:encoded], files[:count]) if files[:encoded]
      return nil unless @adapter.respond_to?(:decode)
      raise BadInput, "encoded is null, and the contestant does not encode" unless @adapter.respond_to?(:encode)

      records.map { |record| check_bytes(:encode, @adapter.encode(record)).b }
    end

    def check_bytes(operation, output)
      raise TypeError, "#{operation} handed over #{output.class}, not a String" unless output.instance_of?(String)

      output
    end
  end
end
