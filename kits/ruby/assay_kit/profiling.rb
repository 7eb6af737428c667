# frozen_string_literal: true

require "json"
require "stackprof"

module AssayKit
  # For `assay profile`: StackProf, on while a request to measure is answered. ASSAY_PROFILE says what is sampled, and
  # the file that the profile goes to: `time:FILE` or `allocations:FILE`.
  module Profiling
    MODES = {
      "time" => { mode: :wall, interval: 1000 }, # microseconds
      "allocations" => { mode: :object, interval: 100 } # objects
    }.freeze

    module_function

    def profiled(&block)
      what, file = ENV.fetch("ASSAY_PROFILE").split(":", 2)
      answer = nil
      profile = StackProf.run(**MODES.fetch(what), raw: true) { answer = block.call }
      File.write(file, JSON.generate(profile))
      answer
    end
  end
end
