import type { Resources } from '@rpcloom/rpc/schema'
import type { JsonObject } from '../../model/types.ts'
import type { Scope } from '../scope.ts'
import { schemaKey, type SchemaJson } from './schema-json.ts'

/**
 * Compiles JSON Schema to boolean expressions over a variable `value`. Of the tests that are joined by `&&` only
 * one may be written out, the others are calls: TypeScript would narrow the variable by the first and then call
 * the second absurd.
 */
export interface Compiler {
  /** What the document's references lead to. */
  readonly resources: Resources
  readonly scope: Scope
  /** Expression that is true if `value` is valid; `'true'` if every value is. */
  readonly test: (schema: SchemaJson) => string
  /** Tests that were compiled before, by schema and by what leads there. */
  readonly tests: WeakMap<JsonObject, Map<string, string>>
  /** Names of functions and constants by what they stand for. */
  readonly known: Map<string, string>
  /** How many names were made of each stem. */
  readonly counts: Map<string, number>
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

/** A function of the emitted module, from a value to whether it is valid. */
export interface FunctionWish {
  /** What the function stands for: one function for one key. */
  readonly key: string
  readonly name: string
  /** Its statements, the last of which returns. */
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
  const lines = wish.body()
  const constant = /^return (true|false)$/.exec(lines[0] ?? '')?.[1]
  if (constant !== undefined && !compiler.recursive.has(name)) {
    compiler.known.set(wish.key, constant)
    return constant
  }
  compiler.declarations.push({ kind: 'function', name, text: functionText(name, lines) })
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
    compiler.declarations.push({ kind: 'function', name, text: functionText(name, wish.body()) })
  })
  return name
}

/** Makes what was put off. */
export function makeDeferred(compiler: Compiler): void {
  for (let make = compiler.deferred.pop(); make !== undefined; make = compiler.deferred.pop()) {
    make()
  }
}

function functionText(name: string, lines: readonly string[]): string {
  const isUsed = lines.some((line) => /\bvalue\b/.test(line))
  const head = `function ${name}(${isUsed ? '' : '_'}value: unknown): boolean {`
  return [head, ...lines.map((line) => `  ${line}`), '}'].join('\n')
}

/** The function for an expression over `value`: its own name if it is a call, else `check1` and so on. */
export function functionFor(compiler: Compiler, test: string): string {
  if (test === 'true' || test === 'false') return test
  return calledBy(test) ?? named(compiler, test)
}

function calledBy(test: string): string | undefined {
  return /^(\w+)\(value\)$/.exec(test)?.[1]
}

function named(compiler: Compiler, expression: string): string {
  const key = `value => ${expression}`
  return (
    compiler.known.get(key) ??
    functionOf(compiler, {
      key,
      name: numbered(compiler, 'check'),
      body: () => [`return ${expression}`],
    })
  )
}

/** A call of what `functionOf` or `functionFor` gave. */
export function callText(name: string, variable: string): string {
  return name === 'true' || name === 'false' ? name : `${name}(${variable})`
}

/** A test of `value` that can stand beside others: what would narrow the variable becomes a call. */
export function isolated(compiler: Compiler, test: string): string {
  if (/^(true|false|value === null|typeof value === '\w+')$/.test(test)) return test
  return callText(functionFor(compiler, test), 'value')
}

/** Longer expressions are functions with a name. */
const longest = 90

/** A function of a value as an argument: the name of one, or a short one as it is. */
export function callback(compiler: Compiler, test: string): string {
  if (test === 'true' || test === 'false') return `() => ${test}`
  const called = calledBy(test)
  if (called !== undefined) return called
  const isShort = test.length <= longest && !test.includes(' ? ')
  return isShort ? `(value: unknown) => ${test}` : named(compiler, test)
}

/** The test of a schema for a part of the value: references may be followed anew inside it. */
export function partTest(compiler: Compiler, schema: SchemaJson): string {
  const { following } = compiler
  compiler.following = new Set()
  const test = compiler.test(schema)
  compiler.following = following
  return test
}

/** Expressions of which all have to be true. */
export function conjunction(tests: readonly string[]): string {
  if (tests.includes('false')) return 'false'
  return tests.filter((test) => test !== 'true').join(' && ') || 'true'
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
  constant: { readonly name: () => string; readonly type: string; readonly value: string },
): string {
  const known = compiler.known.get(constant.value)
  if (known !== undefined) return known
  const name = compiler.scope.declare(constant.name())
  compiler.known.set(constant.value, name)
  const text = `const ${name}: ${constant.type} = ${constant.value}`
  compiler.declarations.push({ kind: 'constant', name, text })
  return name
}

/** A name for something that has none in the document: `pattern1`. */
export function numbered({ counts }: Compiler, stem: string): string {
  const count = (counts.get(stem) ?? 0) + 1
  counts.set(stem, count)
  return `${stem}${count}`
}
