import { jsonText } from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'
import { isJsonObject } from './schema-member.ts'

const width = 56

/** Formats JSON compactly: a value that fits on one line stays on one line. */
export function layoutJson(value: Json, indent = ''): string {
  const flat = flatJson(value)
  if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) {
    return flat
  }
  const inner = `${indent}  `
  const [open, close] = isJsonObject(value) ? ['{', '}'] : ['[', ']']
  const members = isJsonObject(value)
    ? Object.entries(value).map(([name, member]) => {
        const key = `${jsonText(name)}: `
        return `${inner}${key}${layoutMember(member, key, inner)}`
      })
    : value.map((item: Json) => `${inner}${layoutJson(item, inner)}`)
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Formats a member. Its key takes room on the line as well. */
function layoutMember(value: Json, key: string, indent: string): string {
  const flat = flatJson(value)
  return flat.length + key.length + indent.length <= width ? flat : layoutJson(value, indent)
}

function flatJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(flatJson).join(', ')}]`
  if (!isJsonObject(value)) return jsonText(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${jsonText(name)}: ${flatJson(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
