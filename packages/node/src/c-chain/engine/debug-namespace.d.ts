// The declarations of the @ethereumjs packages use these types without depending on them.
declare namespace debug {
  type Debugger = (...values: readonly unknown[]) => void
}

declare module 'debug' {
  export type Debugger = debug.Debugger
}
