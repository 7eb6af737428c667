# frozen_string_literal: true

require "json"
require_relative "bytes_as_text"
require_relative "errors"
require_relative "requests"

# Lets an adapter speak with the lab (docs/contract.md).
module AssayKit
  module_function

  # Answers requests, one line each, until `bye` or the end of input.
  def serve(adapter_class, requests, replies)
    contestant = Contestant.new(adapter_class)
    requests.each_line do |line|
      request, reply = answer(contestant, line)
      replies.write("#{JSON.generate(reply)}\n")
      return if request.is_a?(Hash) && request["request"] == "bye" && reply.key?(:ok)
    end
  end

  # The parsed request (nil where it is none) and the reply to it.
  def answer(contestant, line)
    request = nil
    request = parse(line)
    [request, { ok: profiled(request) { contestant.answer(request) } }]
  rescue BadInput => error
    [request, failure("bad_input", error.message)]
  rescue Unsupported, NotImplementedError => error
    [request, failure("unsupported", error.message)]
  rescue *FAILURES => error
    warn error.full_message(highlight: false)
    [request, failure("failed", "#{error.class}: #{error.message}")]
  end

  # `assay profile` has a profiler on while it is measured (profiling.rb).
  def profiled(request, &block)
    return yield unless ENV.key?("ASSAY_PROFILE") && request["request"] == "measure"

    require_relative "profiling"
    Profiling.profiled(&block)
  end

  def parse(line)
    text = line.force_encoding(Encoding::UTF_8)
    raise BadInput, "the request is not UTF-8" unless text.valid_encoding?

    request = JSON.parse(text, max_nesting: false)
    raise BadInput, "the request is not an object" unless request.is_a?(Hash)

    request
  rescue JSON::ParserError => error
    raise BadInput, "the request is not JSON: #{error.message}"
  end

  def failure(kind, message)
    text = message.dup.force_encoding(Encoding::UTF_8).scrub
    { error: { kind: kind, message: text.split.join(" ") } }
  end
end
