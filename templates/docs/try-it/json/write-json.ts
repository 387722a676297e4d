import { stringify } from '@rpcloom/schema/internal'

/** Formats JSON compactly: values that fit within `width` stay on one line. Bigints are written as numbers. */
export function writeJson(value: unknown, width = 64, indent = ''): string {
  const line = flat(value)
  if (line.length + indent.length <= width || typeof value !== 'object' || value === null) {
    return line
  }
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => writeJson(item, width, inner))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${writeJson(member, width, inner)}`,
      )
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

export const flatJson: (value: unknown) => string = (value) => stringify(value)

function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return stringify(value)
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
