import { isRecord, recordOf } from './json/values.ts'
import { itemSchemas, memberSchemas } from './part-schemas.ts'
import { escapePart, type Resolve, type SchemaObject } from './types.ts'
import { inDocument, located } from './view/located.ts'
import { possibleSchemas } from './view/possible.ts'

const MAX_DEPTH = 60

/** A value, or a member or item inside it, with all schemas that apply. */
interface VisitedValue {
  readonly pointer: string
  readonly value: unknown
  readonly schemas: readonly SchemaObject[]
}

interface Walk {
  readonly resolve: Resolve
  /** Whether an alternative applies to a value. By default, all alternatives may apply. */
  readonly applies?: (schema: unknown, value: unknown) => boolean
  /** Called for each value. Returns whether to continue with its members and items. */
  readonly visit: (part: VisitedValue) => boolean
}

/**
 * Visits a value and its members and items, with the schemas that apply to each. Follows references and
 * alternatives.
 */
export function walkSchemas(schema: unknown, value: unknown, walk: Walk): void {
  visit([schema], value, { walk, pointer: '', depth: 0 })
}

interface Position {
  readonly walk: Walk
  readonly pointer: string
  readonly depth: number
}

function visit(
  schemas: readonly unknown[],
  value: unknown,
  { walk, pointer, depth }: Position,
): void {
  if (depth > MAX_DEPTH || value === null || value === undefined) return
  const applies = (schema: unknown): boolean => walk.applies?.(schema, value) ?? true
  const all = possibleSchemas(schemas.map(located), inDocument(walk.resolve), applies).map(
    ({ json }) => recordOf(json),
  )
  if (!walk.visit({ pointer, value, schemas: all })) return
  const inside = (part: string | number): Position => ({
    walk,
    pointer: `${pointer}/${escapePart(String(part))}`,
    depth: depth + 1,
  })
  if (Array.isArray(value)) {
    const items = all.map(itemSchemas)
    for (const [index, item] of value.entries()) {
      const own = items.map(({ first, rest }) => (index < first.length ? first[index] : rest))
      visit(own, item, inside(index))
    }
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      visit(memberSchemas(all, name), member, inside(name))
  }
}
