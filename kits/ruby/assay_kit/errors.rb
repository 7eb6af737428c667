# frozen_string_literal: true

module AssayKit
  # The request, or a file that it names, is wrong.
  class BadInput < StandardError; end

  # The library, or this kit, cannot do what was asked.
  class Unsupported < StandardError; end

  # A value, or a canonical text, that its schema does not allow; says where.
  class Misfit < StandardError
    def initialize(expected, found)
      super()
      @expected = expected
      @found = found.inspect[0, 60]
      @path = []
    end

    # Adds a step on the way to the value, the outermost last.
    def within(step)
      @path.unshift(step)
      self
    end

    def message
      place = @path.empty? ? "" : "#{@path.join}: "
      "#{place}expected #{@expected}, found #{@found}"
    end
  end

  # What an adapter may raise. NoMemoryError and SystemStackError are a library's failures, too.
  FAILURES = [StandardError, ScriptError, SystemStackError, NoMemoryError].freeze

  # Adds the step to a Misfit that the block raises.
  def self.inside(step)
    yield
  rescue Misfit => error
    raise error.within(step)
  end
end
