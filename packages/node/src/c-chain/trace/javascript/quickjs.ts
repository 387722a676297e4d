import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A value of the interpreter, which must be disposed. */
export interface Handle {
  readonly dispose: () => void
}

export type Outcome =
  { readonly error: Handle } | { readonly error?: undefined; readonly value: Handle }

/** A global scope of the interpreter. */
export interface Context {
  readonly undefined: Handle
  readonly true: Handle
  readonly false: Handle
  evalCode(code: string, file: string): Outcome
  unwrapResult(outcome: Outcome): Handle
  callFunction(callee: Handle, self: Handle, ...args: readonly Handle[]): Outcome
  newFunction(name: string, run: (name: Handle, ...args: readonly Handle[]) => Handle): Handle
  newString(value: string): Handle
  newNumber(value: number): Handle
  newArrayBuffer(value: ArrayBufferLike): Handle
  getProp(of: Handle, name: string): Handle
  typeof(handle: Handle): string
  getString(handle: Handle): string
  getNumber(handle: Handle): number
  dump(handle: Handle): unknown
}

interface Engine {
  newRuntime(options: { readonly maxStackSizeBytes: number }): { newContext(): Context }
}

interface Library {
  newVariant(base: object, options: { readonly wasmMemory: object }): object
  newQuickJSWASMModuleFromVariant(variant: object): Promise<Engine>
}

interface WebAssemblyGlobal {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => object
  readonly RuntimeError: new () => Error
}

/** Size of the memory of an interpreter at its start and at most, in pages of 64 KiB: 16 and 64 MiB. */
const MEMORY = { initial: 256, maximum: 1024 }
/** Maximum size of the stack of an interpreter in bytes. */
const STACK = 131_072

// Safe casts: the interfaces list members that are used. The declarations of the packages, and those of WebAssembly, need
// the types of browsers.
const require = createRequire(import.meta.url)
const library = require('quickjs-emscripten-core') as Library
const { default: release } = require('@jitl/quickjs-wasmfile-release-sync') as {
  readonly default: object
}
const { Memory, RuntimeError } = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyGlobal

/** Script of the library with whose integers geth calls tracers. */
export const bigIntegers: string = readFileSync(require.resolve('big-integer'), 'utf8')

/** Opens an interpreter with a memory of its own. */
export async function openContext(): Promise<Context> {
  // QuickJS does not count its memory in WebAssembly, so the memory itself is limited.
  const variant = library.newVariant(release, { wasmMemory: new Memory(MEMORY) })
  const engine = await library.newQuickJSWASMModuleFromVariant(variant)
  return engine.newRuntime({ maxStackSizeBytes: STACK }).newContext()
}

/** Whether WebAssembly ended the interpreter at the limit of the stack or of the memory. */
export function isLimitError(error: unknown): error is Error {
  return error instanceof RangeError || error instanceof RuntimeError
}
