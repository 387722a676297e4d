import type { JsonObject } from '../../model/types.ts'
import { quoteString } from '../quote.ts'
import { callText, type Compiler, keyOf, numbered, partFunction, runtime } from './compiler.ts'
import { listBody, listKeywords } from './list.ts'
import { recordBody, recordKeywords } from './record.ts'
import { isWideOnly } from './format.ts'
import { numberTest, textTest, wideTextTest } from './scalar.ts'
import { own, typesOf } from './schema-json.ts'

const kinds = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const
type Kind = (typeof kinds)[number]

/**
 * What the keywords for the kind of the value demand, if `type` allows the kind; `isTyped` where something
 * else has seen to the type.
 */
export function kindTest(
  compiler: Compiler,
  schema: JsonObject,
  { variable, isTyped }: { readonly variable: string; readonly isTyped: boolean },
): string {
  const allowed = isTyped ? undefined : allowedKinds(schema)
  if (allowed === undefined) {
    const tests = kinds.map((kind) => [kind, testOfKind(compiler, schema, kind, variable)] as const)
    return ifKind(compiler, tests, variable)
  }
  const tests = allowed.map((kind) => [kind, testOfKind(compiler, schema, kind, variable)] as const)
  return oneOfKinds(compiler, tests, variable)
}

type KindTests = readonly (readonly [Kind, string])[]

/** An empty `type` says nothing, as the interpreter of the runtime has it. */
function allowedKinds(schema: JsonObject): readonly Kind[] | undefined {
  const types = typesOf(schema)
  if (types === undefined || types.length === 0) return undefined
  const names = types.map((name) => (name === 'integer' ? 'number' : name))
  return kinds.filter((kind) => names.includes(kind) || (kind === 'string' && isWideOnly(schema)))
}

function oneOfKinds(compiler: Compiler, tests: KindTests, variable: string): string {
  const parts = tests.flatMap(([kind, test]) => {
    if (test === 'false') return []
    const guard = guardOf(compiler, kind, variable)
    return [test === 'true' ? guard : `(${guard} && ${test})`]
  })
  if (parts.length === 0) return 'false'
  return parts.length === 1 ? (parts[0] ?? 'false') : `(${parts.join(' || ')})`
}

/** Without `type`, the keywords for a kind say nothing about the others. */
function ifKind(compiler: Compiler, tests: KindTests, variable: string): string {
  const parts = tests
    .filter(([, test]) => test !== 'true')
    .map(([kind, test]) => `${guardOf(compiler, kind, variable)} ? ${test} : `)
  return parts.length === 0 ? 'true' : `(${parts.join('')}true)`
}

function guardOf(compiler: Compiler, kind: Kind, variable: string): string {
  if (kind === 'null') return `${variable} === null`
  if (kind === 'array') return `Array.isArray(${variable})`
  if (kind === 'object') return `${runtime(compiler, 'isRecord')}(${variable})`
  return `typeof ${variable} === ${quoteString(kind)}`
}

function testOfKind(compiler: Compiler, schema: JsonObject, kind: Kind, variable: string): string {
  switch (kind) {
    case 'string':
      return isWideOnly(schema)
        ? wideTextTest(compiler, schema, variable)
        : textTest(compiler, schema, variable)
    case 'number':
      return numberTest(compiler, schema, variable)
    case 'array':
      return partTest(compiler, variable, { ...list, schema })
    case 'object':
      return partTest(compiler, variable, { ...record, schema })
    case 'boolean':
    case 'null':
      return 'true'
  }
}

const list = {
  name: 'list',
  parameter: 'list',
  type: 'readonly unknown[]',
  keywords: listKeywords,
  bodyOf: listBody,
}
const record = {
  name: 'record',
  parameter: 'record',
  type: 'Record<string, unknown>',
  keywords: recordKeywords,
  bodyOf: recordBody,
}

interface PartTest {
  readonly name: string
  readonly parameter: string
  readonly type: string
  readonly keywords: readonly string[]
  readonly schema: JsonObject
  readonly bodyOf: (compiler: Compiler, schema: JsonObject) => readonly string[]
}

function partTest(compiler: Compiler, variable: string, part: PartTest): string {
  const words = picked(part.schema, part.keywords)
  if (Object.keys(words).length === 0) return 'true'
  const name = partFunction(compiler, {
    key: `${part.name} ${keyOf(compiler, part.schema, words)}`,
    name: numbered(compiler, part.name),
    parameter: part.parameter,
    type: part.type,
    body: () => [...part.bodyOf(compiler, words), 'return true'],
  })
  return callText(name, variable)
}

function picked(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const present = keywords.filter((keyword) => own(schema, keyword) !== undefined)
  return Object.fromEntries(present.map((keyword) => [keyword, schema[keyword] ?? null]))
}
