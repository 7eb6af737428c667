module assay/contestants/go/go-json

go 1.25

require (
	assay/kit v0.0.0
	github.com/goccy/go-json v0.12.0
)

replace assay/kit => ../../../kits/go
