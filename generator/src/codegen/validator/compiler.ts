import type { Resources } from '@rpcloom/rpc/internal'
import type { JsonObject } from '../../json/types.ts'
import type { Scope } from '../scope.ts'
import { schemaKey, type SchemaJson } from './schema-json.ts'

/**
 * Compiles JSON Schema to boolean expressions over a variable `value`. Of the tests joined by `&&` only one
 * may be inlined, the others are calls: otherwise TypeScript would narrow the variable and report the second
 * test.
 */
export interface Compiler {
  /** Resolves the document's references. */
  readonly resources: Resources
  readonly scope: Scope
  /** Expression that is true if `value` is valid; `'true'` if every value is. */
  readonly test: (schema: SchemaJson) => string
  /** Compiled tests by schema and dynamic scope. */
  readonly tests: WeakMap<JsonObject, Map<string, string>>
  /** Names of functions and constants by key. */
  readonly known: Map<string, string>
  /** Number of names by stem. */
  readonly counts: Map<string, number>
  /** Names that were used while their function was in progress. */
  readonly recursive: Set<string>
  readonly declarations: Declaration[]
  /** References being resolved without descending into the value. */
  following: ReadonlySet<JsonObject>
  /** Enclosing schemas with dynamic anchors, outermost first. */
  path: readonly JsonObject[]
  /** IDs of schemas whose references depend on the dynamic scope. */
  readonly numbers: Map<JsonObject, number>
  /** Nesting depth of functions in progress. */
  depth: number
  /** Deferred functions, each of which may defer more. */
  readonly deferred: (() => void)[]
}

/** Maximum nesting: chains of records could exceed the stack. */
const deepest = 40

/** A constant or function of the emitted module. */
export interface Declaration {
  readonly kind: 'constant' | 'function'
  readonly name: string
  readonly text: string
}

/** Module of the runtime that validators import. */
export const validatorRuntime = '@rpcloom/rpc/codegen/server'

/** Imports from the runtime. */
export function runtime({ scope }: Compiler, name: string): string {
  return scope.use(validatorRuntime, name, 'value')
}

/** A function of the emitted module that tests a value. */
export interface FunctionRequest {
  /** Identity of the function: one function per key. */
  readonly key: string
  readonly name: string
  /** Its statements, ending with a return. */
  readonly body: () => readonly string[]
}

/**
 * Declares a function once and returns its name; `'true'` or `'false'` for a constant result. The name is
 * chosen before the body is compiled, so that recursion works.
 */
export function functionOf(compiler: Compiler, request: FunctionRequest): string {
  const known = compiler.known.get(request.key)
  if (known !== undefined) {
    compiler.recursive.add(known)
    return known
  }
  const name = compiler.scope.declare(request.name)
  compiler.known.set(request.key, name)
  compiler.recursive.delete(name)
  const lines = request.body()
  const constant = /^return (true|false)$/.exec(lines[0] ?? '')?.[1]
  if (constant !== undefined && !compiler.recursive.has(name)) {
    compiler.known.set(request.key, constant)
    return constant
  }
  compiler.declarations.push({ kind: 'function', name, text: functionText(name, lines) })
  return name
}

/** Declares a function that may contain nested ones: beyond a depth, its body is compiled later. */
export function nestedFunction(compiler: Compiler, request: FunctionRequest): string {
  if (compiler.depth < deepest || compiler.known.has(request.key)) {
    compiler.depth++
    const name = functionOf(compiler, request)
    compiler.depth--
    return name
  }
  const { following, path } = compiler
  const name = compiler.scope.declare(request.name)
  compiler.known.set(request.key, name)
  compiler.recursive.add(name)
  compiler.deferred.push(() => {
    compiler.following = following
    compiler.path = path
    compiler.declarations.push({ kind: 'function', name, text: functionText(name, request.body()) })
  })
  return name
}

/** Compiles deferred functions. */
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

/**
 * Returns the function for an expression over `value`: the called function if it is a call, else a new one
 * such as `check1`.
 */
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

/** A call of a function from `functionOf` or `functionFor`. */
export function callText(name: string, variable: string): string {
  return name === 'true' || name === 'false' ? name : `${name}(${variable})`
}

/** A test of `value` that can be combined with others: tests that narrow the variable become calls. */
export function isolated(compiler: Compiler, test: string): string {
  if (/^(true|false|value === null|typeof value === '\w+')$/.test(test)) return test
  return callText(functionFor(compiler, test), 'value')
}

/** Longer expressions become named functions. */
const longest = 90

/** A test as a function argument: a name, or a short arrow function. */
export function callback(compiler: Compiler, test: string): string {
  if (test === 'true' || test === 'false') return `() => ${test}`
  const called = calledBy(test)
  if (called !== undefined) return called
  const isShort = test.length <= longest && !test.includes(' ? ')
  return isShort ? `(value: unknown) => ${test}` : named(compiler, test)
}

/** The test of a schema for a part of the value, inside which references are resolved anew. */
export function partTest(compiler: Compiler, schema: SchemaJson): string {
  const { following } = compiler
  compiler.following = new Set()
  const test = compiler.test(schema)
  compiler.following = following
  return test
}

/** Joins expressions by `&&`. */
export function conjunction(tests: readonly string[]): string {
  if (tests.includes('false')) return 'false'
  return tests.filter((test) => test !== 'true').join(' && ') || 'true'
}

/** Compiles inside a schema: if it has dynamic anchors, nested dynamic references may resolve to them. */
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
 * Key of a schema's test: includes the dynamic scope if references depend on it, else only the schema's
 * content.
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

/** Declares a constant once per expression. */
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

/** Returns a numbered name: `pattern1`. */
export function numbered({ counts }: Compiler, stem: string): string {
  const count = (counts.get(stem) ?? 0) + 1
  counts.set(stem, count)
  return `${stem}${count}`
}
