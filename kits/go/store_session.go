package kit

// storeSession answers the requests of a store; loaded is nil until a load has succeeded.
type storeSession struct {
	module   string
	newStore func(StoreSetting) Store
	loaded   *storeSteps
	ended    bool
}

func (s *storeSession) over() bool { return s.ended }

func (s *storeSession) answer(r request) (any, error) {
	name, err := r.text("request")
	if err != nil {
		return nil, err
	}
	switch name {
	case "hello":
		names := make([]string, len(storeOperations))
		for number, operation := range storeOperations {
			names[number] = operation.name
		}
		return greeting(r, s.module, names)
	case "load":
		return s.load(r)
	case "step":
		if s.loaded == nil {
			return nil, badInput("nothing is loaded")
		}
		return s.loaded.step(r)
	case "bye":
		s.ended = true
		return map[string]any{}, nil
	}
	return nil, badInput("request: a store has none called %q", name)
}

func (s *storeSession) load(r request) (any, error) {
	if _, err := r.text("workload"); err != nil {
		return nil, err
	}
	schema, err := resolvedOf(r)
	if err != nil {
		return nil, err
	}
	keys, err := r.object("store")
	if err != nil {
		return nil, err
	}
	setting, key, err := settingOf(keys)
	if err != nil {
		return nil, err
	}
	// Dropped first: two sets of documents at once may be more than the machine holds.
	s.loaded = nil
	pairs, err := pairsOf(r, setting, key)
	if err != nil {
		return nil, err
	}
	start := wallNow()
	store := s.newStore(setting)
	setupNs := wallNow() - start
	s.loaded = &storeSteps{schema: schema, setting: setting, key: key, pairs: pairs, store: store}
	return map[string]any{"count": len(pairs), "setup_ns": setupNs}, nil
}

func settingOf(keys request) (setting StoreSetting, key string, err error) {
	if key, err = keys.text("key"); err != nil {
		return setting, "", err
	}
	if setting.Durability, err = keys.text("durability"); err != nil {
		return setting, "", err
	}
	form, err := keys.text("boundary")
	if err == nil && form != "raw" && form != "parsed" {
		err = badInput("boundary: there is none called %q", form)
	}
	setting.Raw = form == "raw"
	return setting, key, err
}
