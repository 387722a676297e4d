// Declarations of the @ethereumjs packages name these types, but do not bring them along.
declare namespace debug {
  type Debugger = (...values: readonly unknown[]) => void
}

declare module 'debug' {
  export type Debugger = debug.Debugger
}
