import type { Resources } from '@rpcloom/rpc/schema'
import type { JsonObject } from '../../model/types.ts'
import type { Scope } from '../scope.ts'
import { schemaKey, type SchemaJson } from './schema-json.ts'

/**
 * Compiles JSON Schema to boolean functions. A value is always in a variable, and two tests of one
 * variable share an expression only if they are for different kinds of value: TypeScript would
 * narrow the variable by the first and then call the second absurd.
 */
export interface Compiler {
  /** What the document's references lead to. */
  readonly resources: Resources
  readonly scope: Scope
  /** Expression that is true if the value of `variable` is valid; `'true'` if every value is. */
  readonly test: (schema: SchemaJson, variable: string) => string
  /** Tests that were compiled before, by schema and variable. */
  readonly tests: WeakMap<JsonObject, Map<string, string>>
  /** Names of functions and constants by what they stand for. */
  readonly known: Map<string, string>
  /** Names that were handed out while their function was being made. */
  readonly recursive: Set<string>
  readonly declarations: Declaration[]
  /** Schemas that references are being followed to without a step down into the value. */
  following: ReadonlySet<JsonObject>
  /** Schemas with dynamic anchors that the compiler is inside of, outermost first. */
  path: readonly JsonObject[]
  /** Numbers of schemas whose place matters, because references mean something else elsewhere. */
  readonly numbers: Map<JsonObject, number>
  /** How many functions of references are being made, one inside the other. */
  depth: number
  /** Makes the functions that were put off, each of which may put off more. */
  readonly deferred: (() => void)[]
}

/** Records may refer to one another in chains that are longer than a stack is deep. */
const deepest = 40

/** A constant or a function of the emitted module. */
export interface Declaration {
  readonly kind: 'constant' | 'function'
  readonly name: string
  readonly text: string
}

/** Module of the runtime that validators import. */
export const validatorRuntime = '@rpcloom/rpc/codegen/server'

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
  readonly type: string
  readonly body: () => readonly string[]
}

/**
 * Declares a function once, and gives its name; `'true'` or `'false'` for one that always answers so.
 * The name is known before the body is made, so that cycles end.
 */
export function functionOf(compiler: Compiler, wish: FunctionWish): string {
  const known = compiler.known.get(wish.key)
  if (known !== undefined) {
    compiler.recursive.add(known)
    return known
  }
  const name = compiler.scope.declare(wish.name)
  compiler.known.set(wish.key, name)
  compiler.recursive.delete(name)
  const lines = untilReturn(wish.body())
  const constant = /^return (true|false)$/.exec(lines[0] ?? '')?.[1]
  if (constant !== undefined && !compiler.recursive.has(name)) {
    compiler.known.set(wish.key, constant)
    return constant
  }
  compiler.declarations.push({ kind: 'function', name, text: functionText(name, wish, lines) })
  return name
}

/** A function that may contain others of its kind: beyond a depth, it is named now and made later. */
export function nestedFunction(compiler: Compiler, wish: FunctionWish): string {
  if (compiler.depth < deepest || compiler.known.has(wish.key)) {
    compiler.depth++
    const name = functionOf(compiler, wish)
    compiler.depth--
    return name
  }
  const { following, path } = compiler
  const name = compiler.scope.declare(wish.name)
  compiler.known.set(wish.key, name)
  compiler.recursive.add(name)
  compiler.deferred.push(() => {
    compiler.following = following
    compiler.path = path
    const text = functionText(name, wish, untilReturn(wish.body()))
    compiler.declarations.push({ kind: 'function', name, text })
  })
  return name
}

/** Makes what was put off. */
export function makeDeferred(compiler: Compiler): void {
  for (let make = compiler.deferred.pop(); make !== undefined; make = compiler.deferred.pop()) {
    make()
  }
}

/** Statements up to the first that always returns. */
export function untilReturn(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.startsWith('return '))
  return end < 0 ? lines : lines.slice(0, end + 1)
}

function functionText(
  name: string,
  { parameter, type }: FunctionWish,
  lines: readonly string[],
): string {
  const isUsed = lines.some((line) => new RegExp(`\\b${parameter}\\b`).test(line))
  const head = `function ${name}(${isUsed ? '' : '_'}${parameter}: ${type}): boolean {`
  return [head, ...lines.map((line) => `  ${line}`), '}'].join('\n')
}

/** A call of what `functionOf` gave. */
export function callText(name: string, variable: string): string {
  return name === 'true' || name === 'false' ? name : `${name}(${variable})`
}

/** A function over one part of a value: references may be followed anew inside it. */
export function partFunction(compiler: Compiler, wish: FunctionWish): string {
  const { following } = compiler
  compiler.following = new Set()
  const name = functionOf(compiler, wish)
  compiler.following = following
  return name
}

/** Runs inside a schema: where it holds dynamic anchors, dynamic references further down may find them. */
export function inside<Made>(compiler: Compiler, schema: JsonObject, make: () => Made): Made {
  const { path, resources } = compiler
  const { dynamicAnchors, root } = resources.of(schema)
  if (dynamicAnchors.size === 0 || path.includes(root as JsonObject)) return make()
  compiler.path = [...path, root as JsonObject]
  const made = make()
  compiler.path = path
  return made
}

/**
 * What tells apart the tests that one schema may need: where references can mean different things, which
 * schema it is and what leads there; elsewhere its words alone.
 */
export function keyOf(compiler: Compiler, schema: JsonObject, words: JsonObject = schema): string {
  if (!compiler.resources.isNamed) return schemaKey(words)
  return `${Object.keys(words).join(' ')} of ${[schema, ...compiler.path].map((one) => numberOf(compiler, one)).join(' ')}`
}

function numberOf({ numbers }: Compiler, schema: JsonObject): number {
  const number = numbers.get(schema) ?? numbers.size
  numbers.set(schema, number)
  return number
}

/** A constant of the emitted module, declared once for its expression. */
export function constantOf(
  compiler: Compiler,
  constant: { readonly name: string; readonly type: string; readonly value: string },
): string {
  const known = compiler.known.get(constant.value)
  if (known !== undefined) return known
  const name = compiler.scope.declare(constant.name)
  compiler.known.set(constant.value, name)
  const text = `const ${name}: ${constant.type} = /* @__PURE__ */ ${constant.value}`
  compiler.declarations.push({ kind: 'constant', name, text })
  return name
}

/** A name for something that has none in the document. */
export function numbered(compiler: Compiler, stem: string): string {
  return `${stem}${compiler.known.size + 1}`
}
