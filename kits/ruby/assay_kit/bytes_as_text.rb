# frozen_string_literal: true

require_relative "unions"

module AssayKit
  # Plain values to and from what libraries of JSON can write: bytes become base64, and carry a mark in a union that has
  # text, too. Made once for a schema; where a type holds no bytes, its values stay as they are.
  class BytesAsText
    MARK = "bytes"
    Conversion = Struct.new(:to, :from)
    BASE64 = Conversion.new(->(bytes) { [bytes].pack("m0") }, ->(text) { text.unpack1("m0") })

    def initialize
      @records = {}.compare_by_identity
    end

    # The conversion of a type; nil where there is nothing to convert.
    def of(type)
      return nil unless bytes_in?(type)

      case type.type
      when "bytes", "fixed" then BASE64
      when "array" then array(of(type.inner))
      when "map" then map(of(type.inner))
      when "record" then record(type)
      else union(type)
      end
    end

    private

    def bytes_in?(type, seen = {}.compare_by_identity)
      return false if seen[type]

      seen[type] = true
      case type.type
      when "bytes", "fixed" then true
      when "array", "map" then bytes_in?(type.inner, seen)
      when "record" then type.fields.any? { |_, inner| bytes_in?(inner, seen) }
      when "union" then type.branches.any? { |branch| bytes_in?(branch, seen) }
      else false
      end
    end

    def array(inner)
      to, from = *inner
      Conversion.new(->(items) { items.map(&to) }, ->(items) { items.map(&from) })
    end

    def map(inner)
      to, from = *inner
      Conversion.new(->(entries) { entries.transform_values(&to) }, ->(entries) { entries.transform_values!(&from) })
    end

    # The value that `decode` made is the caller's own, and is changed in place; the one that `encode` takes is not.
    def record(type)
      return @records[type] if @records[type]

      parts = []
      @records[type] = Conversion.new(
        ->(value) { parts.each_with_object(value.dup) { |(name, inner), made| made[name] = inner.to.call(made[name]) } },
        ->(value) { parts.each { |name, inner| value[name] = inner.from.call(value[name]) } && value }
      )
      type.fields.each do |name, inner|
        conversion = of(inner)
        parts << [name, conversion] if conversion
      end
      @records[type]
    end

    def union(type)
      branches = Branches.new(type)
      conversions = type.branches.to_h { |branch| [branch, of(branch)] }.compare_by_identity
      marked = (%i[bytes string] - type.branches.map(&:kind)).empty?
      Conversion.new(union_writer(branches, conversions, marked), union_reader(branches, conversions, marked))
    end

    def union_writer(branches, conversions, marked)
      lambda do |value|
        return value if value.nil?

        _, branch = branches.choose(value)
        text = conversions[branch] ? conversions[branch].to.call(value) : value
        marked && branch.kind == :bytes ? { MARK => text } : text
      end
    end

    def union_reader(branches, conversions, marked)
      lambda do |tree|
        case tree
        when String then marked || branches.of_kind(:bytes).empty? ? tree : BASE64.from.call(tree)
        when Array then convert(conversions, branches.of_kind(:array).first, tree)
        when Hash
          return BASE64.from.call(tree[MARK]) if marked && tree.size == 1 && tree[MARK].is_a?(String)

          record = branches.of_kind(:record).find { |type| branches.fields?(type, tree) }
          convert(conversions, record || branches.of_kind(:map).first, tree)
        else tree
        end
      end
    end

    def convert(conversions, branch, tree)
      conversions[branch] ? conversions[branch].from.call(tree) : tree
    end
  end
end
