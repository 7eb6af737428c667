# frozen_string_literal: true

require_relative "digest"

module AssayKit
  # Batches of one operation over a session's record set, in one or several threads.
  class Measurement
    CLOCK_FACTOR = 100 # a batch lasts at least so many readings of the clock

    def self.now
      Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    end

    # The cost of reading the clock, in whole nanoseconds: the smallest of several means, at least 1.
    def self.timer_ns
      @timer_ns ||= begin
        means = Array.new(5) do
          start = now
          999.times { now }
          (now - start) / 1000.0
        end
        [1, means.min.ceil].max
      end
    end

    # `request`: the checked keys that `warm`, `measure` and `once` share.
    def initialize(session, operation, request, threads)
      @session = session
      @operation = operation
      @input = session.input_of(@operation)
      @adapters = session.adapters(threads)
      @samples = request[:samples]
      @output = request[:output]
      @generator = Generator.new(request[:seed])
    end

    # Batches for a time, and at least one.
    def warm(min_batch_ns, seconds)
      stop = Measurement.now + (seconds * 1e9).to_i
      batches = [batch(passes(min_batch_ns))]
      batches << batch(passes(min_batch_ns)) while Measurement.now < stop
      finish(batches)
    end

    def measure(min_batch_ns, number)
      finish(Array.new(number) { batch(passes(min_batch_ns)) })
    end

    # One pass with nothing done before it.
    def once
      made = batch(1)
      write_container
      { batch: made }
    end

    private

    def finish(batches)
      write_container
      { batches: batches, timer_ns: Measurement.timer_ns }
    end

    def write_container
      Files.write(@output, @last_container) if @operation.gives == :container && @last_container
    end

    # How many passes are believed to last as long as a batch must.
    def passes(min_batch_ns)
      min_ns = [min_batch_ns, CLOCK_FACTOR * Measurement.timer_ns].max
      @session.pass_ns[@operation] ||= [1, timed([@adapters.first], 1, [])[:wall_ns]].max
      [1, (min_ns / @session.pass_ns[@operation].to_f).ceil].max
    end

    # Does one batch; gives the BATCH of the contract.
    def batch(passes)
      done = timed(@adapters, passes, plan(passes))
      @session.pass_ns[@operation] = [1, done[:wall_ns] / passes].max
      kept = done.delete(:kept)
      {
        passes: passes, records: passes * @session.records.size * @adapters.size,
        **done, digest: digest(kept), allocated_bytes: nil
      }
    end

    def plan(passes)
      return [[@generator.draw % passes, 0]] if @operation.gives == :container

      @generator.samples(passes, @session.records.size, @samples)
    end

    def digest(kept)
      if @operation.gives == :container
        @last_container = @session.output_bytes(@operation, kept.first.first)
        return nil
      end
      digests = kept.map { |outputs| Digest.combine(outputs.map { |made| @session.output_bytes(@operation, made) }) }
      digests.find { |digest| digest != digests.first } || digests.first
    end

    # Runs the passes in each adapter's thread; gives the times and each thread's kept outputs.
    def timed(adapters, passes, plan)
      return timed_in_threads(adapters, passes, plan) if adapters.size > 1

      times, kept = spans { @operation.passes.call(adapters.first, @input, passes, plan) }
      { **times, kept: [kept] }
    end

    # All threads wait at the gate, which opens when the clock runs.
    def timed_in_threads(adapters, passes, plan)
      gate = Queue.new
      threads = adapters.map do |adapter|
        Thread.new do
          Thread.current.report_on_exception = false
          gate.pop
          @operation.passes.call(adapter, @input, passes, plan)
        end
      end
      times, kept = spans do
        gate.close
        threads.map(&:value)
      end
      { **times, kept: kept }
    end

    def spans
      gc = GC.total_time
      cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      start = Measurement.now
      made = yield
      wall_ns = Measurement.now - start
      cpu_ns = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - cpu
      [{ wall_ns: wall_ns, cpu_ns: cpu_ns, gc_ns: GC.total_time - gc }, made]
    end
  end
end
