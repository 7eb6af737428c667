module assay/contestants/go/json-v2

go 1.26

require (
	assay/kit v0.0.0
	github.com/go-json-experiment/json v1.27.2
)

replace assay/kit => ../../../kits/go
