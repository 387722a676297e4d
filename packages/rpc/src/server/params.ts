import { isRecord } from '../json-rpc.ts'
import type { ParamsCheck } from '../document/params-check.ts'
import type { SchemaIssue } from '@rpcloom/schema'
import { isArrayShape, isCodec } from '../shape/convert.ts'
import type { Shape } from '../shape/types.ts'
import type { Call, MethodEntry } from './entry.ts'
import type { ServerMethod } from './types.ts'

export type Named = Record<string, unknown>

/**
 * Returns params by name. Returns `Malformed` if the params are neither an object nor an array that the
 * method accepts. An integer that a double cannot represent becomes a bigint if the handler expects a
 * bigint. Otherwise, the integer is rounded, as `JSON.parse` does.
 */
export function exactlyNamed(call: Call, tolerant: boolean): Named | Malformed {
  const { exactParams } = call
  const named = nameParams(call, tolerant)
  if (exactParams === undefined || named instanceof Malformed) return named
  const exact = nameParams({ ...call, params: exactParams }, tolerant)
  return exactWhereRead(call.entry.method.params, named, exact) as Named
}

function exactWhereRead(shape: Shape | undefined, rounded: unknown, exact: unknown): unknown {
  if (typeof shape === 'function') return exactWhereRead(shape(), rounded, exact)
  if (shape === undefined || rounded === exact) return rounded
  if (isCodec(shape)) {
    const isRounded = typeof rounded === 'number' && typeof exact === 'bigint'
    return isRounded && typeof shape.read(exact) !== 'bigint' ? rounded : exact
  }
  if (isArrayShape(shape)) {
    if (!Array.isArray(rounded) || !Array.isArray(exact)) return rounded
    return rounded.map((item: unknown, at) => exactWhereRead(shape[0], item, exact[at]))
  }
  if (!isRecord(rounded) || !isRecord(exact)) return rounded
  const copy = { ...rounded }
  for (const key of Object.keys(shape)) {
    if (Object.hasOwn(copy, key)) copy[key] = exactWhereRead(shape[key], copy[key], exact[key])
  }
  return copy
}

function nameParams(
  { entry, params, dialect }: Pick<Call, 'entry' | 'params' | 'dialect'>,
  tolerant: boolean,
): Named | Malformed {
  if (params === undefined || params === null) return {}
  if (entry.method.whole) return params as Named
  if (Array.isArray(params)) return nameList(entry, params, tolerant)
  const { structure = 'by-name' } = entry.method
  if (typeof params !== 'object') {
    return structure === 'by-position'
      ? new Malformed('must be an array', 'array')
      : new Malformed('must be an object', 'object')
  }
  const named = params as Named
  if (structure === 'by-position') {
    const isNone = dialect.emptyObject && Object.keys(named).length === 0
    if (!isNone) return new Malformed('must be an array', 'array')
  }
  return tolerant ? inAnyCase(entry, named) : named
}

function nameList(
  entry: MethodEntry,
  list: readonly unknown[],
  tolerant: boolean,
): Named | Malformed {
  const { order, structure = 'by-name' } = entry.method
  if (structure === 'by-name') {
    if (list.length === 0) return {}
    if (tolerant && isRecord(list[0])) return inAnyCase(entry, list[0])
    return new Malformed('must be an object', 'object')
  }
  if (list.length > order.length) {
    return new Malformed(`must have at most ${order.length} items`, `<= ${order.length} items`)
  }
  const named: Named = {}
  for (let index = 0; index < list.length; index++) {
    const name = order[index]
    if (name !== undefined) define(named, name, list[index])
  }
  return named
}

/**
 * Renames params to the names in the document, ignoring case. Exact names take precedence. Params with
 * unknown names are dropped.
 */
function inAnyCase({ method }: MethodEntry, given: Named): Named {
  const { known, names } = spellingsOf(method)
  let named: Named | undefined
  for (const name in given) {
    if (known.has(name)) continue
    named ??= asWritten(known, given)
    const meant = names.get(name.toLowerCase())
    if (meant !== undefined && !Object.hasOwn(named, meant)) define(named, meant, given[name])
  }
  return named ?? given
}

interface Spellings {
  readonly known: ReadonlySet<string>
  /** Param names of the document by their lower-case form. */
  readonly names: ReadonlyMap<string, string>
}

const spellings = new WeakMap<ServerMethod, Spellings>()

function spellingsOf(method: ServerMethod): Spellings {
  const found = spellings.get(method)
  if (found) return found
  const { order } = method
  const names = new Map(order.map((name) => [name.toLowerCase(), name]))
  const made = { known: new Set(order), names }
  spellings.set(method, made)
  return made
}

function asWritten(known: ReadonlySet<string>, given: Named): Named {
  const named: Named = {}
  for (const name of known) if (Object.hasOwn(given, name)) define(named, name, given[name])
  return named
}

/** Sets an own member. An assignment to `__proto__` would set the prototype. */
function define(target: Named, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}

/** Omits optional params that are `null`. Returns `undefined` if there are no such params. */
export function withoutNulls({ required }: ParamsCheck, named: Named): Named | undefined {
  const kept = Object.entries(named).filter(([name, value]) => value !== null || required.has(name))
  return kept.length < Object.keys(named).length ? Object.fromEntries(kept) : undefined
}

/**
 * Unwraps the only param if it is an array of one item, as in `{ "validationID": ["2Z4..."] }`. Returns
 * `undefined` if the unwrapped item is not valid either.
 */
export function withoutWrapping(check: ParamsCheck, named: Named): Named | undefined {
  const [only, ...others] = Object.entries(named)
  if (only === undefined || others.length > 0) return undefined
  const [name, value] = only
  if (!Array.isArray(value) || value.length !== 1) return undefined
  const bare: Named = {}
  define(bare, name, value[0])
  return check.isValid(bare) ? bare : undefined
}

/** The issue of params with a wrong structure, such as an array instead of an object. */
export class Malformed {
  readonly issue: SchemaIssue
  constructor(message: string, expected: string) {
    this.issue = { pointer: '', keyword: 'params', message, expected }
  }
}
