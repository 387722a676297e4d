import { declaredTypes, impliedTypes, typeOf, type TypeName } from '@rpcloom/schema/internal'
import { isArray, own } from '../json/members.ts'
import type { JsonObject } from '../json/types.ts'

/**
 * Returns the JSON types of a schema, without duplicates. If `type` is absent, they are those of its constants, or are
 * inferred from other keywords.
 */
export function typeWords(json: JsonObject): readonly TypeName[] {
  const { type } = json
  return declaredTypes({ type }) ?? constantTypes(json) ?? impliedTypes([json]).slice(0, 1)
}

function constantTypes(json: JsonObject): readonly TypeName[] | undefined {
  const constant = own(json, 'const')
  const values = constant === undefined ? own(json, 'enum') : [constant]
  return isArray(values) && values.length > 0 ? [...new Set(values.map(typeOf))] : undefined
}

/** Whether a format for strings or numbers is for values of one of some types. */
export function servesFormat(of: 'number' | 'string', words: readonly TypeName[]): boolean {
  return words.some((word) =>
    of === 'number' ? word === 'number' || word === 'integer' : word === 'string',
  )
}
