import type { Api, ObjectType, Type } from '../model/types.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'

/**
 * Whether a value has a member that its type does not declare. JSON Schema allows such members, but
 * TypeScript rejects them in literals.
 */
export function hasUndeclared({ types }: Pick<Api, 'types'>, type: Type, value: Json): boolean {
  if (!isArray(value) && !isObject(value)) return false
  const inner = (part: Type, at: Json): boolean => hasUndeclared({ types }, part, at)
  switch (type.kind) {
    case 'unknown':
      return false
    case 'ref': {
      const declared = types.get(type.to)
      return declared !== undefined && inner(declared.type, value)
    }
    case 'array':
      return !isArray(value) || value.some((item) => inner(type.items, item))
    case 'tuple':
      return (
        !isArray(value) ||
        value.some((item, index) =>
          inner(type.items[index] ?? type.rest ?? { kind: 'unknown' }, item),
        )
      )
    case 'union':
      return type.members.every((member) => inner(member, value))
    case 'intersection':
      return Object.entries(value).some(([name, at]) =>
        type.members.every((member) => inner(member, { [name]: at })),
      )
    case 'object':
      return (
        isArray(value) ||
        membersOf(value, type).some((part) => part === undefined || inner(...part))
      )
    default:
      return true
  }
}

/** Returns the members of a value with their declared types. The type of an undeclared member is undefined. */
function membersOf(
  value: JsonObject,
  { properties, additional, patterns = [] }: ObjectType,
): readonly (readonly [Type, Json] | undefined)[] {
  const isOpen = Boolean(additional) || patterns.length > 0
  return Object.entries(value).map(([name, at]) => {
    const property = properties.find((one) => one.name === name)
    const type = property?.type ?? (isOpen ? ({ kind: 'unknown' } as const) : undefined)
    return type && [type, at]
  })
}
