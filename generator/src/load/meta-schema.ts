import { jsonText } from '../json/text.ts'
import { createRequire } from 'node:module'
import type { Finding } from '../diagnostics.ts'
import type { Json, JsonObject } from '../model/types.ts'
import { fitsMetaSchema } from './fit/document.ts'
import { mapItems, mapMembers } from './normalize/context.ts'
import { isArray, isObject, stepInto, textOf, tokensOf } from './pointer.ts'

interface MetaSchemaValidator {
  readonly validateOpenRPCDocument: (document: JsonObject) => true | { readonly message: string }
}

/**
 * The published meta-schema's opinion on a document that has no fault by our own checks, which give a
 * position for each fault where the meta-schema's validator stops at the first. So what it still finds
 * (formats of URLs, most of all) is a warning.
 */
export function checkMetaSchema(file: string, document: JsonObject): readonly Finding[] {
  if (fitsMetaSchema(document)) return []
  const known = verdicts.get(document)
  const { fault } = known ?? { fault: faultOf(withAbsoluteServers(withDoubles(document))) }
  verdicts.set(document, { fault })
  return fault === undefined
    ? []
    : [{ code: 'RL208', ...fault, place: { file, pointer: fault.pointer } }]
}

/** By document: a text that did not change since the last run in this process has the same value still. */
const verdicts = new WeakMap<JsonObject, { readonly fault: Fault | undefined }>()

/** The validator knows no bigints. */
function withDoubles(document: JsonObject): JsonObject {
  const plain: JsonObject = JSON.parse(jsonText(document))
  return plain
}

function faultOf(document: JsonObject): Fault | undefined {
  return fitsMetaSchema(document) || hasLongList(document) ? undefined : firstFault(document)
}

/** The specification lets the address of a server be relative to that of the document; the meta-schema does not. */
function withAbsoluteServers(document: JsonObject): JsonObject {
  return mapMembers(document, (value, key) => {
    if (key === 'servers') return absolute(value)
    if (key !== 'methods' || !isArray(value)) return value
    return mapItems(value, (method) =>
      isObject(method)
        ? mapMembers(method, (inner, name) => (name === 'servers' ? absolute(inner) : inner))
        : method,
    )
  })
}

function absolute(servers: Json): Json {
  if (!isArray(servers)) return servers
  return mapItems(servers, (server) =>
    isObject(server) && typeof server['url'] === 'string'
      ? { ...server, url: 'http://host/' }
      : server,
  )
}

/** The validator compares every two items of a list that must not repeat itself. */
const longestList = 5000

function hasLongList(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false
  const inner = Object.values(json)
  return (isArray(json) && inner.length > longestList) || inner.some(hasLongList)
}

/** What the meta-schema refuses, and where. */
export interface Fault {
  readonly message: string
  readonly pointer: string
}

/** What the published validator says; most documents fit so plainly that it need not be asked. */
export function firstFault(document: JsonObject): Fault | undefined {
  // By require: the package is CommonJS, its declarations do not compile, and only these runs load it.
  const validator: unknown = createRequire(import.meta.url)('@open-rpc/schema-utils-js')
  if (!isValidator(validator)) throw new Error('@open-rpc/schema-utils-js has no validator.')
  const verdict = judge(validator, document)
  if (verdict === true) return undefined
  if ('pointer' in verdict) return verdict
  const faults = readFaults(verdict.message, document)
  // The last of equally deep faults sums up the others ("should match exactly one").
  const deepest = faults.reduce<Fault | undefined>(
    (best, fault) => (best === undefined || depth(fault) > depth(best) ? fault : best),
    undefined,
  )
  return deepest ?? { message: 'The meta-schema refuses the document.', pointer: '' }
}

/** The validator throws where the document's own `x-extensions` cannot be built into the meta-schema. */
function judge(
  validator: MetaSchemaValidator,
  document: JsonObject,
): true | { readonly message: string } | Fault {
  try {
    return validator.validateOpenRPCDocument(document)
  } catch (error) {
    const [title, , reason] = error instanceof Error ? error.message.split('\n') : []
    if (title !== 'schema-utils-js: Internal Error') throw error
    const message = `The extensions cannot be applied to the meta-schema: ${reason ?? title}.`
    return { message, pointer: '/x-extensions' }
  }
}

function isValidator(value: unknown): value is MetaSchemaValidator {
  return (
    typeof value === 'object' &&
    value !== null &&
    'validateOpenRPCDocument' in value &&
    typeof value.validateOpenRPCDocument === 'function'
  )
}

function depth({ pointer }: Fault): number {
  return pointer.split('/').length
}

/** The validator gives its faults only as the JSON at the end of its message. */
function readFaults(text: string, document: JsonObject): readonly Fault[] {
  const list: unknown = JSON.parse(text.slice(text.indexOf('[')))
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((fault) => {
    const pointer = toPointer(textOf(fault['dataPath']))
    return { message: `The meta-schema says: ${saying(fault, pointer, document)}.`, pointer }
  })
}

/** What a fault says, with the value or the member that it is about, which it does not name itself. */
function saying(fault: JsonObject, pointer: string, document: JsonObject): string {
  const { keyword, params } = fault
  const said = textOf(fault['message'])
  if (!isObject(params)) return said
  if (keyword === 'additionalProperties') {
    return `here is no member ${jsonText(params['additionalProperty'])}`
  }
  if (keyword !== 'format') return said
  const value = tokensOf(pointer).reduce<Json | undefined>(stepInto, document)
  const shown = jsonText(value ?? null).slice(0, 80)
  return params['format'] === 'uri'
    ? `${shown} should be an address with a scheme, as in "https://example.org/docs"`
    : `${shown} ${said}`
}

/** `.methods[0].params['a b']` as a JSON pointer. */
function toPointer(dataPath: string): string {
  const steps = dataPath.matchAll(/\.([\w$]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)
  return [...steps]
    .map(([, name, index, quoted]) => name ?? index ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '')
    .map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}
