/** Formats JSON compactly: values that fit stay on one line. */
export function writeJson(value: unknown, width = 64): string {
  return indented(value, '', width)
}

/** Returns JSON on one line, bigints as numbers. */
export function flatJson(value: unknown): string {
  return flat(value, ['', ''])
}

function indented(value: unknown, indent: string, width: number, key = ''): string {
  const line = flat(value, [' ', ' '])
  const fits = line.length + indent.length + key.length <= width
  if (fits || typeof value !== 'object' || value === null) return key + line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => indented(item, inner, width))
    : Object.entries(value).map(([name, member]) =>
        indented(member, inner, width, `${JSON.stringify(name)}: `),
      )
  if (parts.length === 0) return key + line
  return `${key}${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

function flat(value: unknown, gaps: readonly [comma: string, brace: string]): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const [comma, brace] = gaps
  if (Array.isArray(value)) return `[${value.map((item) => flat(item, gaps)).join(`,${comma}`)}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${comma}${flat(member, gaps)}`,
  )
  return members.length === 0 ? '{}' : `{${brace}${members.join(`,${comma}`)}${brace}}`
}
