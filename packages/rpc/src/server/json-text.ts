import type { ErrorObject, Json } from '../json-rpc.ts'

/** Beyond these the platform's own writer is as quick, and minds a nesting that no call stack holds. */
const MAX_PLAIN = 100
const MAX_DEPTH = 4

/** JSON text of an error object, as `JSON.stringify` writes it, which is slow to start. */
export function errorText(error: ErrorObject): string {
  const writer = new PlainWriter()
  const { code, message, data } = error
  let text = `{"code":${writer.text(code)},"message":${writer.text(message)}`
  if (data !== undefined) text += `,"data":${writer.text(data)}`
  return writer.isRight ? `${text}}` : JSON.stringify(error)
}

/** Writes small values that came from JSON as if no text of theirs had to be escaped, and says whether that was so. */
export class PlainWriter {
  #texts = ''
  #isSmall = true

  /** Asked once of all texts, not of each. */
  get isRight(): boolean {
    return this.#isSmall && plain.test(this.#texts)
  }

  text(value: Json, depth = 0): string {
    if (typeof value === 'string') return this.quoted(value)
    const scalar = scalarText(value)
    if (scalar !== undefined) return scalar
    if (Array.isArray(value)) return this.#list(value as readonly Json[], depth + 1)
    return this.#members(value as Readonly<Record<string, Json>>, depth + 1)
  }

  quoted(text: string): string {
    this.#texts += text
    return '"' + text + '"'
  }

  #list(items: readonly Json[], depth: number): string {
    if (depth > MAX_DEPTH) this.#isSmall = false
    let text = ''
    for (let index = 0; index < items.length && this.#isSmall; index++) {
      const item = this.text(items[index] ?? null, depth)
      text += text === '' ? item : `,${item}`
    }
    return `[${text}]`
  }

  #members(members: Readonly<Record<string, Json>>, depth: number): string {
    if (depth > MAX_DEPTH || typeof members !== 'object') this.#isSmall = false
    let text = ''
    for (const name in members) {
      const member = members[name]
      if (member === undefined || !this.#isSmall) continue
      const written = `${this.quoted(name)}:${this.text(member, depth)}`
      text += text === '' ? written : `,${written}`
    }
    return `{${text}}`
  }
}

/** ASCII without anything that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

/** Text of a scalar, `undefined` for all else. No bigint: a program may have taught `JSON.stringify` how to write those. */
export function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_PLAIN && isPlain(value) ? '"' + value + '"' : JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : undefined
  }
}

/** The same for short texts, which take longer to be handed to an expression. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char < 0x20 || char > 0x7e || char === 0x22 || char === 0x5c) return false
  }
  return true
}
