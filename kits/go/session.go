package kit

import (
	"encoding/json"
	"os"
	"runtime"

	"assay/kit/plain"
)

const protocol = 1

// session answers requests; loaded is nil until a load has succeeded.
type session[R any] struct {
	module     string
	newAdapter func(Schema) (Adapter[R], error)
	operations []operation[R]
	loaded     *loaded[R]
	ended      bool
}

func (s *session[R]) over() bool { return s.ended }

func (s *session[R]) answer(r request) (any, error) {
	name, err := r.text("request")
	if err != nil {
		return nil, err
	}
	switch name {
	case "hello":
		return s.hello(r)
	case "load":
		return s.load(r)
	case "conform":
		return s.conform(r)
	case "bye":
		s.ended = true
		return map[string]any{}, nil
	}
	do, known := map[string]func(request, operation[R]) (any, error){
		"prove": s.prove, "inspect": s.inspect, "warm": s.warm, "measure": s.measure, "once": s.once,
	}[name]
	if !known && name != "swap" {
		return nil, badInput("request: there is none called %q", name)
	}
	if s.loaded == nil {
		return nil, badInput("nothing is loaded")
	}
	if name == "swap" {
		return s.swap(r)
	}
	o, err := s.operation(r)
	if err != nil {
		return nil, err
	}
	return do(r, o)
}

func (s *session[R]) hello(r request) (any, error) {
	names := make([]string, len(s.operations))
	for number, o := range s.operations {
		names[number] = o.name
	}
	return greeting(r, s.module, names)
}

// greeting is the reply to hello of a contestant on the library in this module, with these operations.
func greeting(r request, module string, operations []string) (any, error) {
	number, err := r.number("protocol", 0)
	if err != nil {
		return nil, err
	}
	if number != protocol {
		return nil, badInput("protocol: this kit speaks %d, not %d", protocol, number)
	}
	return map[string]any{
		"protocol":   protocol,
		"contestant": os.Getenv("ASSAY_CONTESTANT"),
		"library":    module,
		"version":    version(module),
		"runtime":    runtime.Version(),
		"operations": operations,
	}, nil
}

func (s *session[R]) load(r request) (any, error) {
	if _, err := r.text("workload"); err != nil {
		return nil, err
	}
	schema, err := schemaOf(r)
	if err != nil {
		return nil, err
	}
	from, err := files(r)
	if err != nil {
		return nil, err
	}
	settings, err := r.settings()
	if err != nil {
		return nil, err
	}
	// Dropped first: two record sets at once may be more than the machine holds. A load that fails leaves none.
	s.loaded = nil
	fresh := &loaded[R]{newAdapter: s.newAdapter, schema: schema, settings: settings, passNs: map[passKey]float64{}}
	if err := fresh.load(from); err != nil {
		return nil, err
	}
	s.loaded = fresh
	return map[string]any{"count": len(fresh.records), "setup_ns": fresh.setupNs}, nil
}

func (s *session[R]) swap(r request) (any, error) {
	from, err := files(r)
	if err != nil {
		return nil, err
	}
	if err := s.loaded.swap(from); err != nil {
		return nil, err
	}
	return map[string]any{"count": len(s.loaded.records)}, nil
}

// schemaOf reads the two files of a schema.
func schemaOf(r request) (Schema, error) {
	path, err := r.text("schema")
	if err != nil {
		return Schema{}, err
	}
	text, err := readFile(path)
	if err != nil {
		return Schema{}, err
	}
	// The text is for the library; what is not JSON is not what the request says.
	if !json.Valid(text) {
		return Schema{}, badInput("%s: not JSON", path)
	}
	resolved, err := resolvedOf(r)
	return Schema{string(text), resolved}, err
}

// resolvedOf reads the file of a schema as the lab has resolved it.
func resolvedOf(r request) (*plain.Schema, error) {
	path, err := r.text("resolved")
	if err != nil {
		return nil, err
	}
	table, err := readFile(path)
	if err != nil {
		return nil, badInput("resolved: %w", err)
	}
	resolved, err := plain.Resolved(table)
	if err != nil {
		return nil, badInput("resolved: %w", err)
	}
	return resolved, nil
}

func files(r request) (recordFiles, error) {
	var from recordFiles
	var err error
	if from.records, err = r.text("records"); err != nil {
		return from, err
	}
	if from.encoded, err = r.textOrNull("encoded"); err != nil {
		return from, err
	}
	if from.container, err = r.textIfAny("container"); err != nil {
		return from, err
	}
	count, err := r.number("count", 0)
	from.count = int(count)
	return from, err
}

// operation is the request's, known to be one that the contestant can do with what is loaded.
func (s *session[R]) operation(r request) (found operation[R], err error) {
	name, err := r.text("operation")
	if err != nil {
		return found, err
	}
	for _, o := range s.operations {
		if o.name == name {
			return o, s.loaded.lack(o)
		}
	}
	return found, Unsupported("operation: the contestant has none called %q", name)
}
