module assay/contestants/go/encoding-json

go 1.25

require assay/kit v0.0.0

replace assay/kit => ../../../kits/go
