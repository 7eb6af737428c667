module assay/contestants/go/msgp

go 1.25

require (
	assay/kit v0.0.0
	github.com/tinylib/msgp v1.6.5
)

require (
	github.com/philhofer/fwd v1.2.0 // indirect
	golang.org/x/mod v0.31.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/tools v0.40.0 // indirect
)

tool github.com/tinylib/msgp

replace assay/kit => ../../../kits/go
