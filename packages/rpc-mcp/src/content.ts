import type { TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import { secretPointers } from '@rpcloom/rpc/internal'
import { type SchemaObject, walkSchemas } from '@rpcloom/schema/internal'
import { isRecord } from '@rpcloom/schema/json'
import type { ToolResult } from './tool.ts'

const HIDDEN = '[secret]'

/** Returns a copy of a value in which the parts at JSON pointers are replaced. */
function withParts(value: unknown, parts: ReadonlyMap<string, unknown>, pointer = ''): unknown {
  if (parts.has(pointer)) return parts.get(pointer)
  if (parts.size === 0) return value
  const inside = (name: string | number, one: unknown): unknown =>
    withParts(one, parts, `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  if (Array.isArray(value)) return value.map((one, index) => inside(index, one))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(name, one)]))
}

/** Returns a copy of a value without its secrets. */
export function withoutSecrets(schema: unknown, value: unknown, target: TargetMethod): unknown {
  const pointers = secretPointers(schema, value, target.document.resolve)
  return withParts(value, new Map(pointers.map((pointer) => [pointer, HIDDEN])))
}

/** Returns a function that removes texts, such as secrets that a server repeats, from the strings of a value. */
export function scrubber(texts: readonly string[]): (value: unknown) => unknown {
  // Short texts are part of other words.
  const secrets = texts.filter(({ length }) => length > 3)
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string')
      return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value)
    if (Array.isArray(value)) return value.map(scrub)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [String(scrub(name)), scrub(one)]),
    )
  }
  return secrets.length === 0 ? (value) => value : scrub
}

/**
 * Returns the result of a method without secrets. Strings whose schema has `contentMediaType` are images, audio or files
 * of the result; `contentEncoding: base64` says that they are not text.
 */
export function resultOf(target: TargetMethod, value: unknown): ToolResult {
  const schema = target.method.result?.schema ?? true
  const safe = withoutSecrets(schema, value, target)
  const media = new Map<string, Media>()
  walkSchemas(schema, safe, {
    resolve: target.document.resolve,
    visit({ pointer, value: part, schemas }) {
      const found = typeof part === 'string' ? mediaOf(part, schemas) : undefined
      if (found) media.set(pointer, found)
      return true
    },
  })
  const { name } = target.method
  const replaced = [...media].map(([pointer, { mimeType }]) => [pointer, `[${mimeType}]`] as const)
  return {
    value: withParts(safe, new Map(replaced)),
    blocks: [...media].map(([pointer, one]) => block(one, `rpcloom://result/${name}${pointer}`)),
  }
}

/** A string that is the content of a file. */
export interface Media {
  readonly mimeType: string
  readonly isBinary: boolean
  readonly data: string
}

function mediaOf(data: string, schemas: readonly SchemaObject[]): Media | undefined {
  const of = (name: string): unknown => schemas.find((one) => one[name] !== undefined)?.[name]
  const mimeType = of('contentMediaType')
  if (typeof mimeType !== 'string') return undefined
  return { mimeType, isBinary: of('contentEncoding') === 'base64', data }
}

function block(media: Media, uri: string): JsonObject {
  const { mimeType, isBinary, data } = media
  const [kind] = mimeType.split('/')
  if (isBinary && (kind === 'image' || kind === 'audio')) return { type: kind, data, mimeType }
  return { type: 'resource', resource: fileOf(media, uri) }
}

/** Returns the content of a file as the protocol sends it. */
export function fileOf({ mimeType, isBinary, data }: Media, uri: string): JsonObject {
  return { uri, mimeType, ...(isBinary ? { blob: data } : { text: data }) }
}

/** Returns the result of a method as a file: the string itself if its schema has a media type, JSON otherwise. */
export function wholeFile(target: TargetMethod, value: unknown): Media | undefined {
  if (typeof value !== 'string') return undefined
  const { schema = true } = target.method.result ?? {}
  let found: Media | undefined
  walkSchemas(schema, value, {
    resolve: target.document.resolve,
    visit: ({ schemas }) => {
      found = mediaOf(value, schemas)
      return false
    },
  })
  return found
}
