import type { Json, JsonObject } from '../../model/types.ts'
import { type Compiler, runtime } from './compiler.ts'
import { asSchema, asSchemas, numberOf, own, type SchemaJson } from './schema-json.ts'

/** The keywords for arrays. */
export const listKeywords: readonly string[] = [
  'additionalItems',
  'contains',
  'items',
  'maxContains',
  'maxItems',
  'minContains',
  'minItems',
  'prefixItems',
  'uniqueItems',
]

/** Statements that return false for an invalid `list`. */
export function listBody(compiler: Compiler, schema: JsonObject): readonly string[] {
  const { prefix, rest } = itemSchemas(schema)
  return [
    ...lengthLines(schema),
    ...prefix.flatMap((item, index) => prefixLines(compiler, item, index)),
    ...restLines(compiler, rest, prefix.length),
    ...containsLines(compiler, schema),
    ...(own(schema, 'uniqueItems') === true
      ? [`if (!${runtime(compiler, 'areUnique')}(list)) return false`]
      : []),
  ]
}

/** `items` as a list is what `prefixItems` was called before 2020. */
function itemSchemas(schema: JsonObject): {
  readonly prefix: readonly SchemaJson[]
  readonly rest: SchemaJson
} {
  const items = own(schema, 'items')
  const prefixItems = own(schema, 'prefixItems')
  if (!Array.isArray(items)) return { prefix: asSchemas(prefixItems), rest: asSchema(items) }
  return { prefix: asSchemas(items), rest: asSchema(own(schema, 'additionalItems')) }
}

/** How many items from the first on the keywords of a schema speak about; all of them as infinity. */
export function prefixLengthOf(schema: JsonObject): number {
  const isOld = Array.isArray(own(schema, 'items'))
  const prefix = own(schema, isOld ? 'items' : 'prefixItems')
  const rest = own(schema, isOld ? 'additionalItems' : 'items')
  if (rest !== undefined && rest !== false) return Infinity
  return Array.isArray(prefix) ? prefix.length : 0
}

function lengthLines(schema: JsonObject): readonly string[] {
  const least = numberOf(own(schema, 'minItems'))
  const most = numberOf(own(schema, 'maxItems'))
  return [
    ...(least === undefined ? [] : [`if (list.length < ${least}) return false`]),
    ...(most === undefined ? [] : [`if (list.length > ${most}) return false`]),
  ]
}

function prefixLines(compiler: Compiler, schema: SchemaJson, index: number): readonly string[] {
  const item = `item${index}`
  const test = compiler.test(schema, item)
  if (test === 'true') return []
  if (test === 'false') return [`if (list.length > ${index}) return false`]
  return [
    `if (list.length > ${index}) {`,
    `  const ${item} = list[${index}]`,
    `  if (!(${test})) return false`,
    '}',
  ]
}

function restLines(compiler: Compiler, schema: SchemaJson, from: number): readonly string[] {
  const test = compiler.test(schema, 'item')
  if (test === 'true') return []
  if (test === 'false') return [`if (list.length > ${from}) return false`]
  return [
    `for (let index = ${from}; index < list.length; index++) {`,
    '  const item = list[index]',
    `  if (!(${test})) return false`,
    '}',
  ]
}

function containsLines(compiler: Compiler, schema: JsonObject): readonly string[] {
  const contains: Json | undefined = own(schema, 'contains')
  if (contains === undefined) return []
  const least = numberOf(own(schema, 'minContains')) ?? 1
  const most = numberOf(own(schema, 'maxContains'))
  const test = compiler.test(asSchema(contains), 'item')
  const count = test === 'true' ? 'list.length' : test === 'false' ? '0' : undefined
  const found = count ?? `list.filter((item) => ${test}).length`
  return [
    `const found = ${found}`,
    `if (found < ${least}${most === undefined ? '' : ` || found > ${most}`}) return false`,
  ]
}
