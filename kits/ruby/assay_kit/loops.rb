# frozen_string_literal: true

require_relative "reading"

module AssayKit
  # The measured loops, one for each operation, so that the call of each has an inline cache of its own.
  #
  # `plan` is the sorted [pass, index] pairs of the samples; each loop gives the sampled outputs in that order.
  module Loops
    module_function

    # Encodes the records from `start` to before `stop`; gives the last output.
    def encode_stretch(adapter, records, start, stop)
      last = nil
      while start < stop
        last = adapter.encode(records[start])
        start += 1
      end
      last
    end

    # Decodes the inputs from `start` to before `stop`; gives the last output.
    def decode_stretch(adapter, inputs, start, stop)
      last = nil
      while start < stop
        last = adapter.decode(inputs[start])
        start += 1
      end
      last
    end

    # Decodes the inputs from `start` to before `stop`, and reads every field; gives the last value. An object that is
    # not the plain value itself is read by the adapter's conversion to it.
    def access_stretch(adapter, inputs, start, stop)
      last = nil
      converts = adapter.respond_to?(:to_plain)
      while start < stop
        last = adapter.decode(inputs[start])
        Reading.touch(converts ? adapter.to_plain(last) : last)
        start += 1
      end
      last
    end

    def encode(adapter, records, passes, plan)
      in_stretches(records.size, passes, plan) { |start, stop| encode_stretch(adapter, records, start, stop) }
    end

    def decode(adapter, inputs, passes, plan)
      in_stretches(inputs.size, passes, plan) { |start, stop| decode_stretch(adapter, inputs, start, stop) }
    end

    def access(adapter, inputs, passes, plan)
      in_stretches(inputs.size, passes, plan) { |start, stop| access_stretch(adapter, inputs, start, stop) }
    end

    # A pass runs in stretches that end after each sampled record, so that no record pays for a branch.
    def in_stretches(count, passes, plan)
      kept = []
      position = 0
      passes.times do |pass|
        start = 0
        while position < plan.size && plan[position][0] == pass
          stop = plan[position][1] + 1
          kept << yield(start, stop)
          start = stop
          position += 1
        end
        yield(start, count)
      end
      kept
    end

    # Writes whole containers; the one pair of the plan names the pass whose container is kept.
    def write(adapter, records, passes, plan)
      in_stretches(1, passes, plan) { |start, stop| adapter.write(records) if start < stop }
    end

    # Reads whole containers. A library's iterator calls the block for each record, so the kit cannot run stretches
    # here: the block counts down to the next sampled record, in every pass alike.
    def read(adapter, container, passes, plan)
      kept = []
      gaps = gaps_of(plan)
      passes.times do |pass|
        left, *rest = gaps.fetch(pass, [0])
        adapter.read(container) do |record|
          left -= 1
          if left.zero?
            kept << record
            left = rest.shift || 0
          end
        end
      end
      kept
    end

    # For each pass with samples, how many records to read to the first sample, and from each to the next.
    def gaps_of(plan)
      plan.group_by(&:first).transform_values do |pairs|
        [-1, *pairs.map(&:last)].each_cons(2).map { |before, index| index - before }
      end
    end
  end
end
