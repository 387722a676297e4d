import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLossless } from '@rpcloom/rpc/internal'
import { groups, type Handlers, type ServerGroup, type ServerMethod } from '@native-node/server'
import { decode } from '@rpcloom/rpc/internal'
import { below, children, follow, member, text } from '../project/openrpc/files.ts'
import {
  documents,
  folder,
  type Found,
  type Json,
  type JsonObject,
} from '../project/openrpc/files.ts'
import { methodsOf } from '../project/openrpc/walk.ts'

/** A method of a document, and its entry in the generated table. */
export interface Described {
  readonly group: ServerGroup
  readonly method: ServerMethod
  /** The method in the document. */
  readonly found: Found
}

/** An example pairing, read from the document and not from generated code. */
export interface Pairing extends Described {
  readonly name: string
  readonly params: JsonObject
  /** The params as an array, with `null` for omitted params in the middle. */
  readonly positional: readonly Json[]
  readonly result: Json
  /** Whether an earlier pairing of the method has the same params. */
  readonly isRepeated: boolean
}

const exactFiles = new Map<string, unknown>()

export const described: readonly Described[] = documents.flatMap(([file]) =>
  methodsOf(file).map((found) => {
    const name = text(found.value, 'name')
    const group = groups.find(({ methods }) => methods.some((method) => method.name === name))
    const method = group?.methods.find((candidate) => candidate.name === name)
    if (group === undefined || method === undefined) throw new Error(`${file}: nothing for ${name}`)
    return { group, method, found }
  }),
)

export const pairings: readonly Pairing[] = described.flatMap((entry) => {
  const seen = new Set<string>()
  return children(below(entry.found, 'examples')).flatMap((example) => {
    const pairing = follow(example)
    const result = pairing && exactValueOf(below(pairing, 'result'))
    if (pairing === undefined || result === undefined) return []
    const params: JsonObject = Object.fromEntries<Json>(
      children(below(pairing, 'params')).flatMap((param) => {
        const value = valueOf(param)
        return value === undefined ? [] : [[text(follow(param)?.value, 'name'), value] as const]
      }),
    )
    const key = JSON.stringify(params)
    const isRepeated = seen.has(key)
    seen.add(key)
    const name = text(pairing.value, 'name')
    const positional = inOrder(entry.method, params)
    return [{ ...entry, name, params, positional, result, isRepeated }]
  })
})

/** Converts integers that a double cannot represent to bigints. */
function exactValueOf(example: Found | undefined): Json | undefined {
  const value = example && follow(example)
  if (value === undefined || member(value.value, 'value') === undefined) return undefined
  const exact = exactFiles.get(value.file) ?? parseLossless(textOf(value.file))
  exactFiles.set(value.file, exact)
  const tokens = value.pointer.split('/').slice(1)
  return [...tokens, 'value'].reduce<unknown>(
    (holder, token) =>
      Reflect.get(Object(holder), token.replaceAll('~1', '/').replaceAll('~0', '~')),
    exact,
  ) as Json
}

function textOf(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

function valueOf(example: Found | undefined): Json | undefined {
  return member(example && follow(example)?.value, 'value')
}

/** Returns the params as an array, in the order of the document. */
export function inOrder({ order }: ServerMethod, params: JsonObject): readonly Json[] {
  const last = order.findLastIndex((name) => Object.hasOwn(params, name))
  return order.slice(0, last + 1).map((name) => params[name] ?? null)
}

export function isOverHttp({ group, method }: Described): boolean {
  return (method.availability ?? group.availability).http !== 'absent'
}

/**
 * Handlers that return the first example of each method, in the form in which handlers of a node
 * return values.
 */
export function exampleHandlers(): Handlers {
  const handlers: Record<string, Record<string, unknown>> = {}
  for (const { group, method, result } of pairings.toReversed()) {
    const top = (handlers[group.key] ??= {})
    const owner = method.namespace ? ((top[method.namespace] ??= {}) as typeof top) : top
    owner[method.member] = () => decode(method.result, structuredClone(result))
  }
  return handlers
}

/** Returns the params of a method as its document describes them. */
export function paramsOf({ found }: Described): readonly {
  readonly name: string
  readonly required: boolean
  readonly schema: Found | undefined
}[] {
  return children(below(found, 'params')).flatMap((param) => {
    const descriptor = follow(param)
    if (descriptor === undefined) return []
    const schema = below(descriptor, 'schema')
    return [
      {
        name: text(descriptor.value, 'name'),
        required: member(descriptor.value, 'required') === true,
        schema: schema && follow(schema),
      },
    ]
  })
}

/**
 * Whether two values are equivalent as sent. Numbers can be strings or JSON numbers: `5`, `"5"` and
 * `5n` are equivalent, as are `"1.50"` and `1.5`.
 */
export function isSameAsSent(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameAsSent(item, b[index]))
  }
  if (isPlain(a) && isPlain(b)) {
    const names = Object.keys(a)
    if (names.length !== Object.keys(b).length) return false
    return names.every((name) => Object.hasOwn(b, name) && isSameAsSent(a[name], b[name]))
  }
  const [left, right] = [numberOf(a), numberOf(b)]
  return left !== undefined && left === right
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function numberOf(value: unknown): bigint | number | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  return /^-?\d+$/.test(value) ? BigInt(value) : numberOf(Number(value))
}

/** Sends one request over HTTP without a client. */
export async function post(
  url: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string; readonly json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const received = await response.text()
  let json: unknown
  try {
    json = parseLossless(received)
  } catch {
    // Not every response is JSON: a 404 is plain text.
    json = undefined
  }
  return { status: response.status, text: received, json }
}

/** Omits `params` if they are undefined. */
export function requestText(method: string, params?: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export { member, type Json, type JsonObject }
