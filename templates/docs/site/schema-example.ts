import { jsonText, visibleJson } from 'rpcloom/emit'
import type { Json, NamedType } from 'rpcloom/model'
import { trySample } from '@rpcloom/mock'
import { block, type Leaf } from '../page/leaf.ts'
import type { SiteContext } from './context.ts'
import { shortened } from './shortened.ts'
import { layoutJson } from './layout-json.ts'

/** Characters of an example that is shown: a longer one says less than the fields do. */
const longest = 4000
/** A page has one example: what is hard to find is left to the reader. */
const budget = 4000

/** A value of a schema, or that there can be none. */
export type SchemaExample =
  | { readonly value: Leaf; readonly isMade: boolean; readonly impossible: undefined }
  | { readonly value: undefined; readonly isMade: false; readonly impossible: string }

/**
 * A value that fits a named schema: an example of the document where one does, else a made one. Undefined where
 * none was found, or one that is too long to be read.
 */
export function schemaExample(
  { bundles }: SiteContext,
  named: NamedType,
): SchemaExample | undefined {
  const held = bundles.holding(named)
  if (held === undefined) return undefined
  const { resolve } = bundles.of(held)
  const sampled = trySample({ $ref: held.ref }, { resolve, seed: named.name, budget })
  switch (sampled.kind) {
    case 'impossible':
      return { value: undefined, isMade: false, impossible: sampled.reason }
    case 'missed':
      return undefined
    case 'value': {
      const text = visibleJson(layoutJson(shortened(sampled.value as Json)))
      return text.length > longest
        ? undefined
        : {
            value: block('json', text),
            isMade: !hasExample(named.schema.json),
            impossible: undefined,
          }
    }
  }
}

/** Whether a document gives a value for a schema, or for any part of it. */
function hasExample(schema: Json): boolean {
  return /"(?:example|examples|default|const|enum)":/.test(jsonText(schema))
}
