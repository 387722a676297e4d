import { isRecord } from '../json/values.ts'
import { keywordOf } from '../keywords/table.ts'
import type { Located, Places } from './located.ts'
import { innerSchemas } from './structure.ts'
import { conjunctsOf, MAX_TOGETHER } from './together.ts'

/**
 * Returns the schemas that may apply to a value: those that always apply, and the alternatives and conditional
 * schemas that `applies` accepts. Schemas of `not` never apply.
 */
export function possibleSchemas<Place, Value>(
  given: readonly Located<Place, Value>[],
  places: Places<Place, Value>,
  applies: (schema: Value) => boolean = () => true,
): readonly Located<Place, Value>[] {
  const found = new Map<unknown, Located<Place, Value>>()
  const queue = [...given]
  for (const one of queue) {
    const json: unknown = one.json
    if (!isRecord(json) || found.has(json)) continue
    if (found.size >= MAX_TOGETHER) break
    found.set(json, one)
    queue.push(...conjunctsOf(one, json, places))
    const conditional = Object.keys(json).filter(
      (name) => !['allOf', 'not'].includes(name) && keywordOf(name)?.isInPlace === true,
    )
    const options = conditional.flatMap((name) =>
      innerSchemas(one, name, places.inside).map(([, option]) => option),
    )
    queue.push(...options.filter((option) => applies(option.json)))
  }
  return [...found.values()]
}
