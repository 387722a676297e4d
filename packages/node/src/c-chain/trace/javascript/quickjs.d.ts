/**
 * The used parts of QuickJS and WebAssembly. The declarations of the packages need those of browsers, and name the wrong
 * default export.
 */
declare module 'quickjs-emscripten-core' {
  export interface QuickJSHandle {
    dispose(): void
  }
  export type Outcome =
    | { readonly error: QuickJSHandle }
    | { readonly error?: undefined; readonly value: QuickJSHandle }
  export interface QuickJSContext {
    readonly undefined: QuickJSHandle
    readonly true: QuickJSHandle
    readonly false: QuickJSHandle
    evalCode(code: string, file: string): Outcome
    unwrapResult(outcome: Outcome): QuickJSHandle
    callFunction(
      callee: QuickJSHandle,
      self: QuickJSHandle,
      ...args: readonly QuickJSHandle[]
    ): Outcome
    newFunction(
      name: string,
      run: (name: QuickJSHandle, ...args: readonly QuickJSHandle[]) => QuickJSHandle,
    ): QuickJSHandle
    newString(value: string): QuickJSHandle
    newNumber(value: number): QuickJSHandle
    newArrayBuffer(value: ArrayBufferLike): QuickJSHandle
    getProp(of: QuickJSHandle, name: string): QuickJSHandle
    typeof(handle: QuickJSHandle): string
    getString(handle: QuickJSHandle): string
    getNumber(handle: QuickJSHandle): number
    dump(handle: QuickJSHandle): unknown
  }
  export interface QuickJSRuntime {
    newContext(): QuickJSContext
  }
  export interface QuickJSWASMModule {
    newRuntime(options: { readonly maxStackSizeBytes: number }): QuickJSRuntime
  }
  export interface Variant {
    readonly type: 'sync'
  }
  export function newVariant(
    base: Variant,
    options: { readonly wasmMemory: WebAssembly.Memory },
  ): Variant
  export function newQuickJSWASMModuleFromVariant(variant: Variant): Promise<QuickJSWASMModule>
}

declare module '@jitl/quickjs-wasmfile-release-sync' {
  import type { Variant } from 'quickjs-emscripten-core'
  const variant: Variant
  export default variant
}

declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number })
  }
  class RuntimeError extends Error {}
  type Exports = object
  type Imports = object
  type Instance = object
  type Module = object
}
