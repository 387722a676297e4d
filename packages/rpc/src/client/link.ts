/** Where a param of the next call comes from: the previous params or the previous result. */
export type LinkPart =
  | { readonly value: unknown }
  | { readonly at: readonly string[] }
  | { readonly text: readonly (string | { readonly at: readonly string[] })[] }
  | { readonly list: readonly LinkPart[] }
  | { readonly record: Readonly<Record<string, LinkPart>> }

/**
 * Creates the params of a linked method. Throws TypeError if the params or the result lack a value that the
 * link needs.
 */
/* @__NO_SIDE_EFFECTS__ */
export function link<Call, Params>(
  parts: Readonly<Record<string, LinkPart>>,
): (call: Call) => Params {
  return (call) => make({ record: parts }, call) as Params
}

function make(part: LinkPart, call: unknown): unknown {
  if ('value' in part) return part.value
  if ('at' in part) return valueAt(part.at, call)
  if ('list' in part) return part.list.map((item) => make(item, call))
  if ('text' in part) {
    const pieces = part.text.map((piece) =>
      typeof piece === 'string' ? piece : String(valueAt(piece.at, call)),
    )
    return pieces.join('')
  }
  const made = Object.entries(part.record).map(
    ([name, inner]) => [name, make(inner, call)] as const,
  )
  return Object.fromEntries(made)
}

function valueAt(path: readonly string[], call: unknown): unknown {
  let value = call
  for (const step of path) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    value = isThere ? (value as Readonly<Record<string, unknown>>)[step] : undefined
    if (value === undefined)
      throw new TypeError(`The link requires ${path.join('.')}, which is missing`)
  }
  return value
}
