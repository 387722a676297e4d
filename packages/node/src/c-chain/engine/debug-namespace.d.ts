// The @ethereumjs packages use these types in their declarations without depending on the package that declares them.
declare namespace debug {
  type Debugger = (...values: readonly unknown[]) => void
}

declare module 'debug' {
  export type Debugger = debug.Debugger
}
