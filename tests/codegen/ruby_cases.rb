# frozen_string_literal: true

# Run by test_ruby.py: ruby -I KIT ruby_cases.rb ADAPTER.rb FOLDER...
#
# Each folder holds schema.avsc, resolved.json, record.json (a canonical line) and what was generated. In a process of its
# own for each, the record goes to its domain value and back, through its bytes, and into another domain value.

require "assay_kit/serve"

def check(folder, adapter_path)
  $LOAD_PATH.unshift(folder)
  require adapter_path
  schema, resolved, line = %w[schema.avsc resolved.json record.json].map { |name| File.read(File.join(folder, name)) }
  type = AssayKit::SchemaReader.read(resolved)
  adapter = Adapter.new(schema, type)
  plain = AssayKit::CanonicalReader.new(type).read(line)
  write = AssayKit::CanonicalWriter.new(type).method(:write)
  expect(line, values(adapter, plain).map { |value| write.call(value) })
  expect(line, [write.call(plain)]) # which nothing has changed
end

# Plain values, of everything that an adapter makes of one.
def values(adapter, plain)
  made = adapter.respond_to?(:from_plain) ? adapter.from_plain(plain) : plain
  bytes = adapter.encode(made)
  all = [made, adapter.decode(bytes), *(assigned(adapter, bytes) if adapter.respond_to?(:assign))]
  adapter.respond_to?(:to_plain) ? all.map { |value| adapter.to_plain(value) } : all
end

# A domain value of these bytes, made of an empty one that was made of a full one.
def assigned(adapter, bytes)
  empty = adapter.decode("".b)
  emptied = adapter.assign(adapter.decode(bytes), empty)
  expect("", [adapter.encode(emptied)])
  adapter.assign(emptied, adapter.decode(bytes))
end

def expect(text, found)
  found.each { |one| raise "#{one} is not #{text}" unless one == text }
end

adapter_path, *folders = ARGV
folders.each do |folder|
  Process.wait(fork { check(folder, adapter_path) })
  abort "#{folder}: failed" unless Process.last_status.success?
end
