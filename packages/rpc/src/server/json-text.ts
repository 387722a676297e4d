import type { ErrorObject, Json } from '../json-rpc.ts'

/** Beyond these the platform's own writer is as quick, and minds a nesting that no call stack holds. */
const MAX_PLAIN = 100
const MAX_DEPTH = 4

/** JSON text of an error object, as `JSON.stringify` writes it. */
export function errorText({ code, message, data }: ErrorObject): string {
  const head = `{"code":${jsonText(code)},"message":${jsonText(message)}`
  return data === undefined ? `${head}}` : `${head},"data":${jsonText(data)}}`
}

/** JSON text of a small value that came from JSON, quicker than the platform has its writer ready. */
function jsonText(value: Json, depth = 0): string {
  const scalar = scalarText(value)
  if (scalar !== undefined) return scalar
  if (depth === MAX_DEPTH || typeof value !== 'object' || value === null) return platformText(value)
  if (Array.isArray(value)) return listText(value as readonly Json[], depth + 1)
  return Object.getPrototypeOf(value) === Object.prototype
    ? membersText(value as Readonly<Record<string, Json>>, depth + 1)
    : platformText(value)
}

function listText(items: readonly Json[], depth: number): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ','
    text += jsonText(items[index] ?? null, depth)
  }
  return `${text}]`
}

function membersText(members: Readonly<Record<string, Json>>, depth: number): string {
  let text = '{'
  for (const name in members) {
    const member = members[name]
    if (member === undefined) continue
    if (text.length > 1) text += ','
    text += `${quoted(name)}:${jsonText(member, depth)}`
  }
  return `${text}}`
}

function platformText(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** Text of a scalar, `undefined` for all else. No bigint: a program may have taught `JSON.stringify` how to write those. */
export function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : undefined
  }
}

function quoted(text: string): string {
  return text.length <= MAX_PLAIN && isPlain(text) ? `"${text}"` : JSON.stringify(text)
}

/** ASCII without anything that JSON escapes. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char < 0x20 || char > 0x7e || char === 0x22 || char === 0x5c) return false
  }
  return true
}
