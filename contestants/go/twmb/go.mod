module assay/contestants/go/twmb

go 1.26

require (
	assay/kit v0.0.0
	github.com/klauspost/compress v1.20.4
	github.com/twmb/avro v1.9.1
)

replace assay/kit => ../../../kits/go
