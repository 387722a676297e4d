import { jsonText } from 'rpcloom/codegen'
import type { Json, NamedType } from 'rpcloom/model'
import { trySample } from '@rpcloom/mock'
import { isRecord } from '@rpcloom/rpc'
import { listOf, type Resolve } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { jsonBlock, type Leaf } from '../page/leaf.ts'
import type { SiteContext } from './context.ts'
import { sampleBudget, shortened } from './shortened.ts'

const longest = 4000

/** An example value of a schema, or the information that the schema has no valid value. */
export type SchemaExample =
  | { readonly value: Leaf; readonly isGenerated: boolean; readonly impossible: undefined }
  | { readonly value: undefined; readonly isGenerated: false; readonly impossible: string }

/**
 * Returns an example value for a named schema: an example in the document if it is valid, or else a
 * generated value.
 *
 * Returns undefined if no valid value was found, or if the value is too long.
 */
export function schemaExample(
  { bundles }: SiteContext,
  named: NamedType,
): SchemaExample | undefined {
  const location = bundles.locate(named)
  if (location === undefined) return undefined
  const { resolve } = bundles.of(location)
  const sampled = trySample(
    { $ref: location.ref },
    {
      resolve,
      seed: named.name,
      budget: sampleBudget,
    },
  )
  switch (sampled.kind) {
    case 'impossible':
      return { value: undefined, isGenerated: false, impossible: sampled.reason }
    case 'missed':
      return undefined
    case 'value': {
      const value = jsonBlock(shortened(sampled.value as Json))
      return value.text.length > longest
        ? undefined
        : {
            value,
            isGenerated:
              !hasExample(named.schema.json) || hasWrongExample(named.schema.json, resolve),
            impossible: undefined,
          }
    }
  }
}

/** Whether a schema contains an invalid example, which a generated value must replace. */
function hasWrongExample(schema: unknown, resolve: Resolve): boolean {
  if (Array.isArray(schema)) return schema.some((part) => hasWrongExample(part, resolve))
  if (!isRecord(schema)) return false
  const { examples, example } = schema
  const given = [...listOf(examples), ...(example === undefined ? [] : [example])]
  const isWrong = (value: unknown): boolean =>
    checkSchema(schema, value, { resolve, maxIssues: 1 }).length > 0
  return given.some(isWrong) || Object.values(schema).some((part) => hasWrongExample(part, resolve))
}

/** Whether the document has an example or default for a schema or for one of its nested schemas. */
function hasExample(schema: Json): boolean {
  return /"(?:example|examples|default|const|enum)":/.test(jsonText(schema))
}
