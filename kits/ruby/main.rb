# frozen_string_literal: true

# Serves one contestant: ruby main.rb FOLDER/adapter.rb

# The real standard output is the protocol's; from here on, whatever a library prints goes to standard error.
# This comes before anything is loaded that could print.
replies = $stdout.dup
replies.sync = true
$stdout.reopen($stderr)

require_relative "assay_kit/serve"

require File.expand_path(ARGV.fetch(0))
AssayKit.serve(Adapter, $stdin.binmode, replies.binmode)
