import type { JsonObject } from '../../json/types.ts'
import {
  callback,
  callText,
  type Compiler,
  conjunction,
  functionFor,
  partTest,
  runtime,
} from './compiler.ts'
import { asSchema, asSchemas, numberOf, own, type SchemaJson } from './schema-json.ts'

/** Returns the test of the keywords for arrays. It is only evaluated if `value` is an array. */
export function listTest(compiler: Compiler, schema: JsonObject): string {
  const { prefix, rest } = itemSchemas(schema)
  return conjunction([
    ...lengthTests(schema),
    ...prefix.flatMap((item, index) => prefixTests(compiler, item, index)),
    ...restTests(compiler, rest, prefix.length),
    ...containsTests(compiler, schema),
    ...(own(schema, 'uniqueItems') === true ? [`${runtime(compiler, 'areUnique')}(value)`] : []),
  ])
}

/**
 * Returns the schemas of items. Before draft 2020-12, `items` with an array had the meaning of `prefixItems`.
 */
function itemSchemas(schema: JsonObject): {
  readonly prefix: readonly SchemaJson[]
  readonly rest: SchemaJson
} {
  const items = own(schema, 'items')
  const prefixItems = own(schema, 'prefixItems')
  if (!Array.isArray(items)) return { prefix: asSchemas(prefixItems), rest: asSchema(items) }
  return { prefix: asSchemas(items), rest: asSchema(own(schema, 'additionalItems')) }
}

/**
 * Returns the number of leading items that `prefixItems`, `items` and `additionalItems` evaluate; infinity for
 * all items.
 */
export function prefixLengthOf(schema: JsonObject): number {
  const isOld = Array.isArray(own(schema, 'items'))
  const prefix = own(schema, isOld ? 'items' : 'prefixItems')
  const rest = own(schema, isOld ? 'additionalItems' : 'items')
  if (rest !== undefined && rest !== false) return Infinity
  return Array.isArray(prefix) ? prefix.length : 0
}

function lengthTests(schema: JsonObject): readonly string[] {
  const least = numberOf(own(schema, 'minItems'))
  const most = numberOf(own(schema, 'maxItems'))
  if (least !== undefined && least === most) return [`value.length === ${least}`]
  return [
    ...(least === undefined ? [] : [`value.length >= ${least}`]),
    ...(most === undefined ? [] : [`value.length <= ${most}`]),
  ]
}

function prefixTests(compiler: Compiler, schema: SchemaJson, index: number): readonly string[] {
  const test = partTest(compiler, schema)
  if (test === 'true') return []
  const isShorter = `value.length <= ${index}`
  if (test === 'false') return [isShorter]
  return [`(${isShorter} || ${callText(functionFor(compiler, test), `value[${index}]`)})`]
}

function restTests(compiler: Compiler, schema: SchemaJson, from: number): readonly string[] {
  const test = partTest(compiler, schema)
  if (test === 'true') return []
  if (test === 'false') return [`value.length <= ${from}`]
  return [`value${from === 0 ? '' : `.slice(${from})`}.every(${callback(compiler, test)})`]
}

function containsTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const contains = own(schema, 'contains')
  if (contains === undefined) return []
  const least = numberOf(own(schema, 'minContains')) ?? 1
  const most = numberOf(own(schema, 'maxContains'))
  const test = partTest(compiler, asSchema(contains))
  const constant = test === 'true' ? 'value.length' : test === 'false' ? '0' : undefined
  const count = constant ?? `value.filter(${callback(compiler, test)}).length`
  return [
    ...(least <= 0 ? [] : [`${count} >= ${least}`]),
    ...(most === undefined ? [] : [`${count} <= ${most}`]),
  ]
}
