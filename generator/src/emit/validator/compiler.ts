import type { JsonObject } from '../../model/types.ts'
import type { Scope } from '../scope.ts'
import type { SchemaJson } from './schema-json.ts'

/**
 * Compiles JSON Schema to boolean functions. A value is always in a variable, and two tests of one
 * variable share an expression only if they are for different kinds of value: TypeScript would
 * narrow the variable by the first and then call the second absurd.
 */
export interface Compiler {
  readonly document: JsonObject
  readonly scope: Scope
  /** Expression that is true if the value of `variable` is valid; `'true'` if every value is. */
  readonly test: (schema: SchemaJson, variable: string) => string
  /** Tests that were compiled before, by schema and variable. */
  readonly tests: WeakMap<JsonObject, Map<string, string>>
  /** Names of functions and constants by what they stand for. */
  readonly known: Map<string, string>
  readonly constants: string[]
  readonly functions: string[]
  /** References that are being followed without a step down into the value. */
  following: ReadonlySet<string>
}

/** Module of the runtime that validators import. */
export const validatorRuntime = '@rpcloom/rpc/server'

/** An import of the runtime. */
export function runtime({ scope }: Compiler, name: string): string {
  return scope.use(validatorRuntime, name, 'value')
}

/** A function of the emitted module. */
export interface FunctionWish {
  /** What the function stands for: one function for one key. */
  readonly key: string
  readonly name: string
  readonly parameter: string
  readonly body: () => readonly string[]
}

/** Declares a function once; its name is known before its body is made, so that cycles end. */
export function functionOf(compiler: Compiler, wish: FunctionWish): string {
  const known = compiler.known.get(wish.key)
  if (known !== undefined) return known
  const name = compiler.scope.declare(wish.name)
  compiler.known.set(wish.key, name)
  const lines = wish.body().map((line) => `  ${line}`)
  compiler.functions.push(
    [`function ${name}(${wish.parameter}): boolean {`, ...lines, '}'].join('\n'),
  )
  return name
}

/** A function over one part of a value: references may be followed anew inside it. */
export function partFunction(compiler: Compiler, wish: FunctionWish): string {
  const { following } = compiler
  compiler.following = new Set()
  const name = functionOf(compiler, wish)
  compiler.following = following
  return name
}

/** A constant of the emitted module, declared once for its expression. */
export function constantOf(
  compiler: Compiler,
  constant: { readonly name: string; readonly type: string; readonly value: string },
): string {
  const known = compiler.known.get(constant.value)
  if (known !== undefined) return known
  const name = compiler.scope.declare(numbered(compiler, constant.name))
  compiler.known.set(constant.value, name)
  compiler.constants.push(`const ${name}: ${constant.type} = /* @__PURE__ */ ${constant.value}`)
  return name
}

/** A name for something that has none in the document. */
export function numbered(compiler: Compiler, stem: string): string {
  return `${stem}${compiler.known.size + 1}`
}
