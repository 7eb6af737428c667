# frozen_string_literal: true

module AssayKit
  INT = (-(2**31)..(2**31 - 1)).freeze
  LONG = (-(2**63)..(2**63 - 1)).freeze
  SAFE = (-(2**53 - 1)..(2**53 - 1)).freeze # whole numbers that every language's double holds

  # Which branch of a union a plain value takes.
  class Branches
    # A canonical text alone does not tell these kinds apart; a union that is not marked has one of them at most.
    MARKED_KINDS = %i[integer real string bytes].freeze

    attr_reader :types

    def initialize(union)
      @types = union.branches
      @by_kind = union.by_kind
      @marked = union.marked
    end

    # The branches of a kind, in the order in which they are tried; none: an empty array.
    def of_kind(kind)
      @by_kind.fetch(kind, [])
    end

    def marked?
      @marked
    end

    # The only one of the kinds that need marks; nil where there is none.
    def unmarked_kind
      (MARKED_KINDS & @by_kind.keys).first
    end

    # The value in the kind that it counts as, and the first branch of that kind that it fits; nil where there is none.
    def choose(value)
      value = whole(value) if value.instance_of?(Float)
      kinds_of(value).each do |kind|
        branch = of_kind(kind).find { |type| fits?(type, value) }
        return [value, branch] if branch
      end
      nil
    end

    def fields?(type, value)
      value.size == type.fields.size && type.fields.all? { |name, _| value.key?(name) }
    end

    private

    # A real without fraction is an integer where an integer branch takes it: some languages cannot tell them apart.
    def whole(real)
      return real unless real.finite? && real.floor == real && SAFE.cover?(real) && 1 / real != -Float::INFINITY

      of_kind(:integer).any? { |type| fits?(type, real.to_i) } ? real.to_i : real
    end

    def kinds_of(value)
      case value
      when nil then [:null]
      when true, false then [:boolean]
      when Integer then [:integer]
      when Float then [:real]
      when String then [value.encoding == Encoding::BINARY ? :bytes : :string]
      when Array then [:array]
      when Hash then %i[record map]
      else []
      end
    end

    def fits?(type, value)
      case type.type
      when "int" then INT.cover?(value)
      when "long" then LONG.cover?(value)
      when "enum" then type.symbols.include?(value)
      when "fixed" then value.bytesize == type.size
      when "record" then fields?(type, value)
      else true
      end
    end
  end
end
