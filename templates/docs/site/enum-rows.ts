import { jsonText } from 'rpcloom/codegen'
import type { EnumMember, Type } from 'rpcloom/model'
import { code, type Leaf, note } from '../page/leaf.ts'

export interface EnumRow {
  readonly value: Leaf
  readonly about: Leaf | undefined
  readonly deprecated: boolean
}

/**
 * Returns a row for each enum value, if the values have descriptions or do not fit on one line.
 * Otherwise returns no rows.
 */
export function enumRows(type: Type): readonly EnumRow[] {
  const members = membersOf(type)
  const isPlain = members.every(({ description }) => description === undefined)
  if (isPlain && members.length <= 6) return []
  const left = members.length - mostValues
  const rows = members.slice(0, left > 1 ? mostValues : undefined).map(enumRow)
  const rest = { value: code('…'), about: note(`${left} more values`), deprecated: false }
  return left > 1 ? [...rows, rest] : rows
}

const mostValues = 50

export function allEnumRows(type: Type): readonly EnumRow[] {
  return membersOf(type).map(enumRow)
}

function membersOf(type: Type): readonly EnumMember[] {
  if (type.kind === 'enum') return type.members
  if (type.kind === 'array') return membersOf(type.items)
  return []
}

function enumRow({ value, description, deprecated }: EnumMember): EnumRow {
  return {
    value: code(jsonText(value)),
    about: note(description),
    deprecated: deprecated !== undefined,
  }
}
