/**
 * Template for a value in the params of a linked method: a constant, the value at a path of the previous call
 * (`{ params, result }`), a string with inserted values, an array or an object.
 */
export type LinkPart =
  | { readonly value: unknown }
  | { readonly at: readonly string[] }
  | { readonly text: readonly (string | { readonly at: readonly string[] })[] }
  | { readonly list: readonly LinkPart[] }
  | { readonly record: Readonly<Record<string, LinkPart>> }

/**
 * Returns a function that creates the params of a linked method from the params and the result of a call. The
 * function throws a `TypeError` if a value that the link uses is missing.
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
    const exists = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    value = exists ? (value as Readonly<Record<string, unknown>>)[step] : undefined
    if (value === undefined)
      throw new TypeError(`The link requires ${path.join('.')}, which is missing`)
  }
  return value
}
