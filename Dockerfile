# A machine with every toolchain that contestants need, and this checkout: docs/container.md.
# What rarely changes comes first: after a change of the checkout only the last layers are made again.

# What contestants need newer than Debian has it: fetched from the registry of its language, by Debian's older one.
FROM debian:trixie-slim AS newer
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates golang-go npm \
    && rm -rf /var/lib/apt/lists/*
ARG GO=1.26.8
RUN GOTOOLCHAIN=go$GO GOMODCACHE=/modules go version \
    && mv /modules/golang.org/toolchain@v0.0.1-go$GO.linux-* /opt/go
# The package of Node.js for the processor holds the program and the headers that compiled packages need.
ARG NODE=24.21.0
ARG NPM=11.21.2
RUN case $(uname -m) in x86_64) cpu=x64 ;; aarch64) cpu=arm64 ;; *) echo "no Node.js for $(uname -m)"; exit 1 ;; esac \
    && npm install --global --prefix /newer --ignore-scripts --no-audit --no-fund node-linux-$cpu@$NODE npm@$NPM \
    && mv /newer/lib/node_modules/node-linux-$cpu /opt/node \
    && mkdir /opt/node/lib && mv /newer/lib/node_modules /opt/node/lib \
    && ln -s ../lib/node_modules/npm/bin/npm-cli.js /opt/node/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /opt/node/bin/npx

FROM debian:trixie-slim
# First the toolchains that people install in their own way, then what `assay setup` would install; last Rust, which
# contestants need newer than the release has it.
RUN sed -i 's/^Suites: trixie trixie-updates$/& trixie-backports/' /etc/apt/sources.list.d/debian.sources \
    && apt-get update \
    && apt-get install -y --no-install-recommends \
        ca-certificates default-jdk-headless git maven python3 python3-venv \
        binutils capnproto chromium g++ gcc hyperfine libavro-dev libbase64-ocaml-dev \
        libbenchmark-dev libbigstringaf-ocaml-dev libboost-dev libc6-dev libcapnp-dev libclang1 \
        librocksdb-dev libuuidm-ocaml-dev libyojson-ocaml-dev libzarith-ocaml-dev libzip-ocaml-dev linux-perf make \
        ocaml ocaml-dune ocaml-findlib pkg-config protobuf-compiler rapidjson-dev ruby \
        ruby-google-protobuf ruby-msgpack ruby-multi-json ruby-oj ruby-stackprof strace valgrind \
    && apt-get install -y --no-install-recommends --target-release trixie-backports cargo \
    && rm -rf /var/lib/apt/lists/*
COPY --from=newer /opt/go /usr/local/go
COPY --from=newer /opt/node /usr/local/node
ENV PATH=/usr/local/node/bin:/usr/local/go/bin:$PATH

# Nothing below needs root when it runs. Builds and downloads are in /cache, for any user that it runs as.
RUN useradd --uid 1000 --home-dir /cache --create-home assay && chmod 1777 /cache
WORKDIR /assay
COPY requirements.lock ./
COPY lab/setup_venv.py lab/
RUN PIP_NO_CACHE_DIR=1 python3 lab/setup_venv.py /assay requirements.lock
COPY . ./
RUN python3 -m compileall -q lab kits/python && mkdir -m 1777 assay-results

USER 1000
ENV HOME=/cache
ENTRYPOINT ["/assay/assay"]
