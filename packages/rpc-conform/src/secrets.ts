import { isRecord } from '@rpcloom/rpc'
import { type Resolve, type SchemaObject, escapePart, namedSchemas } from '@rpcloom/rpc/internal'

/** Last words of member names that indicate secrets, for documents that do not mark them. */
const secretWords =
  /((^|_)(pass|passwd|secret(_?key)?|seed_?phrase|api_?key|(access|auth|bearer|refresh|session)_?token|authorization|credential)|password|passphrase|private_?key|mnemonic)s?$/

/** Whether a name indicates a secret. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_')
  return secretWords.test(words.toLowerCase())
}

/** Shorter secrets may occur anywhere by chance. */
const MIN_LENGTH = 6

/** Whether a secret is long enough that an occurrence is not by chance. */
export function isLong(secret: string): boolean {
  return secret.length >= MIN_LENGTH
}

const MAX_DEPTH = 60

/**
 * Returns JSON pointers of the secret parts of a value: marked by `x-secret` of the schema, or indicated by
 * their name.
 */
export function secretPointers(
  schema: unknown,
  value: unknown,
  resolve: Resolve,
): readonly string[] {
  const found: string[] = []
  look([schema], value, { pointer: '', depth: 0, resolve, found })
  return [...new Set(found)]
}

interface Look {
  readonly pointer: string
  readonly depth: number
  readonly resolve: Resolve
  readonly found: string[]
}

function look(schemas: readonly unknown[], value: unknown, at: Look): void {
  if (at.depth > MAX_DEPTH || value === null || value === undefined) return
  const parts = new Set<SchemaObject>()
  for (const schema of schemas) gather(schema, at.resolve, parts)
  if ([...parts].some((part) => part['x-secret'] === true)) {
    at.found.push(at.pointer)
    return
  }
  const inside = (part: string | number): Look => ({
    ...at,
    pointer: `${at.pointer}/${escapePart(String(part))}`,
    depth: at.depth + 1,
  })
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) look(itemsOf(parts, index), item, inside(index))
    return
  }
  if (!isRecord(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (isSecretName(name)) lookForTexts(member, inside(name))
    look(membersOf(parts, name), member, inside(name))
  }
}

/** Collects every string below a member whose name indicates a secret. */
function lookForTexts(value: unknown, at: Look): void {
  if (typeof value === 'string') at.found.push(at.pointer)
  if (at.depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const pointer = `${at.pointer}/${escapePart(name)}`
    lookForTexts(member, { ...at, pointer, depth: at.depth + 1 })
  }
}

/** Collects every schema that may apply to a value, through references and alternatives. */
function gather(schema: unknown, resolve: Resolve, into: Set<SchemaObject>): void {
  if (!isRecord(schema) || into.has(schema) || into.size > 500) return
  into.add(schema)
  const { $ref } = schema
  if (typeof $ref === 'string') gather(resolve($ref, schema), resolve, into)
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const one of list) gather(one, resolve, into)
  }
  for (const keyword of ['if', 'then', 'else']) gather(schema[keyword], resolve, into)
}

function membersOf(parts: ReadonlySet<SchemaObject>, name: string): readonly unknown[] {
  return [...parts].flatMap((part) => [...namedSchemas(part, name), part['additionalProperties']])
}

function itemsOf(parts: ReadonlySet<SchemaObject>, index: number): readonly unknown[] {
  return [...parts].flatMap(({ items, prefixItems }) => {
    const own = [items, prefixItems].map((list): unknown =>
      Array.isArray(list) ? list[index] : undefined,
    )
    return [...own, ...(Array.isArray(items) ? [] : [items])]
  })
}
