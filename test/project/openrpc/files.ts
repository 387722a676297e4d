import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** A value in one of the files, and its location. */
export interface Found {
  readonly file: string
  readonly pointer: string
  readonly value: Json
}

export const folder: string = resolve(import.meta.dirname, '../../../openrpc')

/** Files with fragments of documents, by path below `openrpc`. */
export const files: ReadonlyMap<string, JsonObject> = new Map(
  [...jsonIn(''), ...jsonIn('shared')].map((path) => [path, readJson(path)]),
)

/** The documents themselves, without the shared files. */
export const documents: readonly (readonly [string, JsonObject])[] = [...files].filter(([path]) =>
  path.endsWith('.openrpc.json'),
)

/** `path`: path of a JSON file below `openrpc`. */
export function readJson(path: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  if (!isObject(value)) throw new Error(`${path} holds no JSON object`)
  return value
}

function jsonIn(path: string): readonly string[] {
  return readdirSync(join(folder, path))
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .map((name) => posix.join(path, name))
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an empty array for other values. */
export function items(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Returns an empty array for other values. */
export function members(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : []
}

/** Returns undefined for other values. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined
}

/** Returns an empty string if the member is missing or not a string. */
export function text(value: Json | undefined, name: string): string {
  const found = member(value, name)
  return typeof found === 'string' ? found : ''
}

/** Returns the target of a reference, by file and pointer: `shared/primitives.json#/schemas/Id`. */
export function target(file: string, ref: string): string {
  const [path = '', pointer = ''] = ref.split('#')
  const to = path === '' ? file : posix.join(posix.dirname(file), path)
  return `${to}#${pointer}`
}

/** Follows a reference, and further ones, to its value. */
export function follow(found: Found): Found | undefined {
  const ref = member(found.value, '$ref')
  if (typeof ref !== 'string') return found
  const [file = '', pointer = ''] = target(found.file, ref).split('#')
  const value = at(files.get(file), pointer)
  return value === undefined ? undefined : follow({ file, pointer, value })
}

function at(root: Json | undefined, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(
      (value, token) => (Array.isArray(value) ? items(value)[Number(token)] : member(value, token)),
      root,
    )
}

export function below(found: Found, ...steps: readonly (string | number)[]): Found | undefined {
  const pointer = steps.map((step) => `/${escape(String(step))}`).join('')
  const value = at(found.value, pointer)
  return value === undefined
    ? undefined
    : { file: found.file, pointer: found.pointer + pointer, value }
}

function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns the items or members of a value, each with its location. */
export function children(found: Found | undefined): readonly Found[] {
  if (found === undefined) return []
  const keys = Array.isArray(found.value)
    ? items(found.value).map((_, index) => index)
    : members(found.value).map(([key]) => key)
  return keys.flatMap((key) => below(found, key) ?? [])
}
