import type { Resources } from '@rpcloom/rpc/internal'
import type { JsonObject } from '../../json/types.ts'
import type { Scope } from '../scope.ts'
import { schemaKey, type SchemaJson } from './schema-json.ts'

/**
 * Compiles JSON Schema to boolean expressions over a variable `value`. If several tests are joined by `&&`, at
 * most one of them may be inlined. Two inlined tests would narrow the variable, and TypeScript would report an
 * error in the second.
 */
export interface Compiler {
  readonly resources: Resources
  readonly scope: Scope
  /** Returns an expression that is true if `value` is valid, or `'true'` if every value is valid. */
  readonly test: (schema: SchemaJson) => string
  /** Compiled tests by schema and dynamic scope. */
  readonly tests: WeakMap<JsonObject, Map<string, string>>
  /** Names of declared functions and constants by key. */
  readonly known: Map<string, string>
  readonly counts: Map<string, number>
  /** Names of functions that were used before they were complete. */
  readonly recursive: Set<string>
  readonly declarations: Declaration[]
  /**
   * Schemas whose references are being resolved for the current value. A reference back to one of these
   * schemas is circular.
   */
  following: ReadonlySet<JsonObject>
  /** Enclosing schemas with dynamic anchors, outermost first. */
  path: readonly JsonObject[]
  /** Numbers that identify schemas whose references depend on the dynamic scope. */
  readonly numbers: Map<JsonObject, number>
  depth: number
  /** Callbacks that compile deferred functions. Each callback may defer further functions. */
  readonly deferred: (() => void)[]
}

/**
 * Maximum nesting depth of functions being compiled. Deeply nested schemas would otherwise overflow the
 * stack.
 */
const deepest = 40

export interface Declaration {
  readonly kind: 'constant' | 'function'
  readonly name: string
  readonly text: string
}

export const validatorRuntime = '@rpcloom/rpc/codegen/server'

export function runtime({ scope }: Compiler, name: string): string {
  return scope.use(validatorRuntime, name, 'value')
}

/** A function to declare in the emitted module. The function tests a value. */
export interface FunctionRequest {
  /** Identity of the function. Requests with equal keys share one function. */
  readonly key: string
  readonly name: string
  /** Returns the statements of the function. The last statement is a return. */
  readonly body: () => readonly string[]
}

/**
 * Declares a function once and returns its name, or `'true'` or `'false'` if its result is constant. The name
 * is chosen before the body is compiled, so that recursion works.
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

/**
 * Declares a function that may contain calls of further functions. If it is nested too deeply, its body is
 * compiled later.
 */
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
 * Returns the name of a function that evaluates an expression over `value`: the called function if the
 * expression is a call, otherwise a new function such as `check1`.
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

/** Returns a call of a function from `functionOf` or `functionFor`. */
export function callText(name: string, variable: string): string {
  return name === 'true' || name === 'false' ? name : `${name}(${variable})`
}

/**
 * Returns a test of `value` that can be joined with other tests by `&&`. A test that would narrow the variable
 * is moved to a function.
 */
export function isolated(compiler: Compiler, test: string): string {
  if (/^(true|false|value === null|typeof value === '\w+')$/.test(test)) return test
  return callText(functionFor(compiler, test), 'value')
}

/** Maximum length of an inlined expression. A longer expression becomes a named function. */
const longest = 90

/** Returns a test as a function argument: the name of a function, or a short arrow function. */
export function callback(compiler: Compiler, test: string): string {
  if (test === 'true' || test === 'false') return `() => ${test}`
  const called = calledBy(test)
  if (called !== undefined) return called
  const isShort = test.length <= longest && !test.includes(' ? ')
  return isShort ? `(value: unknown) => ${test}` : named(compiler, test)
}

/**
 * Returns the test of a schema for a member or item of the value. For the member or item, no references are
 * being resolved yet, so the same schema may occur again without being circular.
 */
export function partTest(compiler: Compiler, schema: SchemaJson): string {
  const { following } = compiler
  compiler.following = new Set()
  const test = compiler.test(schema)
  compiler.following = following
  return test
}

export function conjunction(tests: readonly string[]): string {
  if (tests.includes('false')) return 'false'
  return tests.filter((test) => test !== 'true').join(' && ') || 'true'
}

/**
 * Adds the schema's resource to the dynamic scope while `make` runs, so that dynamic references can resolve to
 * its dynamic anchors.
 */
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
 * Returns the cache key of a schema's test: the schema's content or, if references depend on the dynamic
 * scope, the schema's identity and scope.
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

/** Declares a constant and returns its name. Equal expressions share one constant. */
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

export function numbered({ counts }: Compiler, stem: string): string {
  const count = (counts.get(stem) ?? 0) + 1
  counts.set(stem, count)
  return `${stem}${count}`
}
