module benches

go 1.21
