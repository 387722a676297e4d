// The type declarations of the @ethereumjs packages use the `debug` namespace without depending on
// the package that declares it. Declare it here, so that they compile.
declare namespace debug {
  type Debugger = (...values: readonly unknown[]) => void
}

declare module 'debug' {
  export type Debugger = debug.Debugger
}
