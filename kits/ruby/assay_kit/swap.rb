# frozen_string_literal: true

module AssayKit
  # Giving an object the content of another, which keeps its identity.
  module Swap
    module_function

    # Gives `old` with the content of `fresh`, or `fresh` where that cannot be.
    def in_place(old, fresh)
      return fresh if old.class != fresh.class || old.frozen?

      case old
      when Hash, Array, String then old.replace(fresh)
      else replace_variables(old, fresh)
      end
    end

    def replace_variables(old, fresh)
      return fresh if fresh.instance_variables.empty? && old.instance_variables.empty?

      (old.instance_variables - fresh.instance_variables).each { |name| old.remove_instance_variable(name) }
      fresh.instance_variables.each { |name| old.instance_variable_set(name, fresh.instance_variable_get(name)) }
      old
    end
  end
end
