import { isSecret, type TargetMethod } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import { secretPointers } from '@rpcloom/rpc/internal'
import { atPointer } from '@rpcloom/schema'
import { replacedAt, walkSchemas } from '@rpcloom/schema/internal'
import { isRecord, stringify } from '@rpcloom/schema/json'
import type { Arguments, ToolResult } from './tool.ts'

const HIDDEN = '[secret]'

type Documented = Pick<TargetMethod, 'document' | 'method'>

/** Returns a copy of a value without its secrets. */
export function withoutSecrets(
  schema: unknown,
  value: unknown,
  { resolve }: TargetMethod['document'],
): unknown {
  const pointers = secretPointers(schema, value, resolve)
  return replacedAt(value, new Map(pointers.map((pointer) => [pointer, HIDDEN])))
}

/** Returns a schema of params by name that marks the secret ones. */
export function paramsSchema({ document, method }: Documented): object {
  const properties = method.params.map((param) => [
    param.name,
    isSecret(document, param) ? { 'x-secret': true } : { 'x-secret': false, allOf: [param.schema] },
  ])
  return { properties: Object.fromEntries(properties) as unknown }
}

/** Replaces secrets in a value: in strings, in numbers, and in names of members that the document does not have. */
export type Scrub = (value: unknown) => unknown

/** Returns what removes the secret params of a call from values of a server that repeats them. */
export function scrubberOf(target: Documented, args: Arguments): Scrub {
  const pointers = secretPointers(paramsSchema(target), args, target.document.resolve)
  const texts = pointers.flatMap((pointer) => textsIn(atPointer(args, pointer)))
  // Short texts are part of other words, and a secret may be part of a longer one.
  const secrets = texts.filter(({ length }) => length > 3).toSorted((a, b) => b.length - a.length)
  const hide = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  if (secrets.length === 0) return (value) => value
  const document = stringify(target.document.json)
  const nameOf = (name: string): string => (document.includes(stringify(name)) ? name : hide(name))
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value)
    if (Array.isArray(value)) return value.map(scrub)
    if (!isRecord(value)) return secrets.includes(String(value)) ? HIDDEN : value
    const members = Object.entries(value).map(([name, one]) => [nameOf(name), scrub(one)])
    return Object.fromEntries(members) as unknown
  }
  return scrub
}

/** Returns the strings and numbers in a value, as texts. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  return typeof value === 'object' ? Object.values(value ?? {}).flatMap(textsIn) : []
}

/** A string that is the content of a file. */
type Media = Readonly<{ mimeType: string; isBinary: boolean; data: string }>

/** A result without secrets, apart from its files. */
interface SafeResult {
  readonly value: unknown
  /** Images, audio and other files by JSON pointer. */
  readonly files: ReadonlyMap<string, Media>
}

/**
 * Returns the result of a method as callers may see it. Strings whose schema has `contentMediaType` are files, and
 * `contentEncoding: base64` says that they are not text.
 */
export function safeResult(target: TargetMethod, result: unknown): SafeResult {
  const schema = target.method.result?.schema ?? true
  const safe = withoutSecrets(schema, result, target.document)
  const files = new Map<string, Media>()
  walkSchemas(schema, safe, {
    resolve: target.document.resolve,
    visit({ pointer, value: data, schemas }) {
      const keyword = (name: string): unknown =>
        schemas.find((one) => one[name] !== undefined)?.[name]
      const mimeType = keyword('contentMediaType')
      const isBinary = keyword('contentEncoding') === 'base64'
      if (typeof data === 'string' && typeof mimeType === 'string' && (!isBinary || isBase64(data)))
        files.set(pointer, { mimeType, isBinary, data })
      return true
    },
  })
  const labels = [...files].map(([pointer, { mimeType }]) => [pointer, `[${mimeType}]`] as const)
  return { value: replacedAt(safe, new Map(labels)), files }
}

/** Whether a text is base64: clients reject results with files of other text. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text.replaceAll(/\s/g, '')
}

/** Returns the result of a method as the result of a tool. */
export function toolResult(target: TargetMethod, result: unknown): ToolResult {
  const { value, files } = safeResult(target, result)
  const { name } = target.method
  return {
    value,
    blocks: [...files].map(([pointer, one]) => block(one, `rpcloom://result/${name}${pointer}`)),
  }
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
