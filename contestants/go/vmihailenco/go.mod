module assay/contestants/go/vmihailenco

go 1.25

require (
	assay/kit v0.0.0
	github.com/vmihailenco/msgpack/v5 v5.4.1
)

require github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect

replace assay/kit => ../../../kits/go
