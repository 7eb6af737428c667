module assay/contestants/go/lazy

go 1.25

require (
	assay/kit v0.0.0
	github.com/linkedin/goavro/v2 v2.15.0
)

require github.com/golang/snappy v0.0.1 // indirect

replace assay/kit => ../../../../../../kits/go
