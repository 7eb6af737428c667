// For `tsc --checkJs`: what the page has of the driver, and of the packages that this kit's lock pins, what is used.

interface Window {
  assayStart(names: { name: string; runtime: string }): void;
  assayAnswer(request: Asked): Promise<Answered>;
  assayCpuNs(): Promise<number>;
}

/** Where the driver serves a line and the files that it names; `problem` says why a file could not be read, or ''. */
interface Asked {
  line: string;
  files: { path: string; url: string; problem: string }[];
}
/** `written`: what the driver has been sent, to be laid at those paths. */
interface Answered {
  reply: string;
  end: boolean;
  written: { path: string; url: string }[];
}

declare module 'assay:adapter' {
  const module: { Adapter?: import('../node/types').AdapterClass; default?: typeof module };
  export = module;
}

declare module 'esbuild' {
  interface Found {
    path: string;
    resolveDir: string;
  }
  interface Filter {
    filter: RegExp;
    namespace?: string;
  }
  interface Build {
    onResolve(filter: Filter, found: (of: Found) => { path: string; namespace?: string } | undefined): void;
    onLoad(filter: Filter, load: () => { contents: string }): void;
  }
  interface Plugin {
    name: string;
    setup(build: Build): void;
  }
  function build(options: { [option: string]: unknown; plugins: Plugin[] }): Promise<unknown>;
}

declare module 'playwright-core' {
  interface Page {
    on(event: 'console', listener: (message: { text(): string }) => void): void;
    on(event: 'pageerror', listener: (error: Error) => void): void;
    on(event: 'crash', listener: () => void): void;
    goto(url: string): Promise<unknown>;
    exposeFunction(name: string, called: () => number): Promise<void>;
    evaluate<In, Out>(run: (given: In) => Out, given: In): Promise<Awaited<Out>>;
  }
  interface Session {
    send(method: 'SystemInfo.getProcessInfo'): Promise<{ processInfo: { type: string; id: number }[] }>;
  }
  interface Browser {
    newPage(): Promise<Page>;
    newBrowserCDPSession(): Promise<Session>;
    version(): string;
    close(): Promise<void>;
  }
  const chromium: { launch(options: { executablePath: string; args: string[]; headless: boolean }): Promise<Browser> };
}
