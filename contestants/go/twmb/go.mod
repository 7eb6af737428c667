module assay/contestants/go/twmb

go 1.25

require (
	assay/kit v0.0.0
	github.com/klauspost/compress v1.18.4
	github.com/twmb/avro v1.9.0
)

replace assay/kit => ../../../kits/go
