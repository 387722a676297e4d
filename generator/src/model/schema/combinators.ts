import { isCondition, isLimit, isPresence } from '@rpcloom/schema/internal'
import type { Located } from '../../json/place.ts'
import type { JsonObject } from '../../json/types.ts'
import type { Type } from '../types.ts'
import { alternativeDoc } from '../doc.ts'
import { describedBy, unite } from './compose.ts'
import { constantUnion } from './constant.ts'
import { type Discriminator, discriminatorOf, tagged } from './discriminator.ts'
import { type SchemaReader, type SchemaStructure, structureAt } from './reader.ts'

export function hasCombinators({ conjuncts, choices }: SchemaStructure): boolean {
  return conjuncts.length > 0 || choices.length > 0
}

/**
 * Intersects the type of a schema with the types of its conjuncts and alternatives. `not`, `if`,
 * `then` and `else` do not affect the type, and are only used in validation.
 */
export function combined(
  reader: SchemaReader,
  at: Located<JsonObject>,
  { conjuncts, choices }: SchemaStructure,
  hasBase: boolean,
): readonly Type[] {
  const parts = conjuncts.filter(({ json }) => !isCondition(json))
  const typed = parts.filter((part) => !isLimit(part.json) || hasCombinators(structureAt(part)))
  const all = (hasBase || typed.length > 0 ? typed : parts).map(reader.read)
  const discriminator = discriminatorOf(at.place, at.json)
  const alternatives = choices.flatMap(({ options }): readonly Type[] => {
    const mayBePresences = hasBase || all.length > 0
    if (mayBePresences && options.some(({ json }) => isPresence(json))) return []
    return [
      constantUnion(options.map(({ json }) => json)) ?? unionOf(reader, options, discriminator),
    ]
  })
  return [...all, ...alternatives]
}

function unionOf(
  reader: SchemaReader,
  options: readonly Located[],
  discriminator: Discriminator | undefined,
): Type {
  const types = options.map((option) => {
    const type = describedBy(reader.inline(option), alternativeDoc(option.json))
    return discriminator === undefined ? type : tagged(reader, discriminator, { ...option, type })
  })
  return unite(types)
}
