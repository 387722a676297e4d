import { RpcError, isRecord } from '@rpcloom/rpc'
import type { PathValues } from '@rpcloom/rpc/client'
import { type Members } from '@rpcloom/rpc/internal'
import { canonicalText, dereference, recordOf } from '@rpcloom/schema/internal'
import { exampleFor, paramsText } from '../examples.ts'
import { generateValue } from '../generate-value.ts'
import { resultSchema } from '../result-schema.ts'
import { addTo, changeMember } from './counter.ts'
import { type HintedMethod, itemsMember, keyText } from './hinted-method.ts'
import type { Creation, ErrorName, Listing, Lookup, Move, Requirement } from './hints.ts'
import { memberOf, type MockState } from './mock-state.ts'
import { pageOf } from './paging.ts'
import type { Collection, MockRecord } from './records.ts'

const DEFAULT_SIZE = 25
/** Maximum number of attempts to generate a record that does not exist yet. */
const MAX_ATTEMPTS = 1000

interface CallOptions {
  /** Params by name, in JSON form. */
  readonly params: Members
  readonly seed: string | number
  /** Values of the variables in the request's path. */
  readonly at: PathValues
}

interface Call {
  readonly state: MockState
  readonly hinted: HintedMethod
  readonly at: PathValues
  readonly params: Members
  /** Seed for values that depend on the method but not on its params. */
  readonly methodSeed: string
  /** Seed for values that depend on the method and its params. */
  readonly seed: string
  readonly example: { readonly value: unknown } | undefined
}

/**
 * Returns the default response of a method: the example with equal params, unless a call has changed the
 * state that the example describes; otherwise a result that follows from the hints; otherwise a generated
 * value, determined by seed, method and params. Throws an `RpcError` if the hints require an error of the
 * document.
 */
export function defaultResponse(
  state: MockState,
  hinted: HintedMethod,
  { params, seed, at }: CallOptions,
): unknown {
  const { method, document, hints } = hinted
  const text = paramsText(method, params, document.resolve)
  const methodSeed = `${seed}/${method.name}`
  const example = exampleFor(method, { params, text }, document.resolve)
  const call = { state, hinted, at, params, methodSeed, seed: `${methodSeed}/${text}`, example }
  if (hints.moves) changeState(call, hints.moves)
  if (hints.requires) findRecord(call, hints.requires)
  const result = withCounter(call, resultOf(call))
  for (const counter of hints.advances ?? []) state.increment(counter, at, 1)
  return result
}

function resultOf(call: Call): unknown {
  const { hints, method } = call.hinted
  if (!method.result) return undefined
  if (hints.creates) return createRecord(call, hints.creates)
  if (hints.deletes) return deleteRecord(call, hints.deletes)
  if (hints.finds) return lookUp(call, hints.finds)
  if (hints.lists) return listRecords(call, hints.lists)
  return exampleOrGenerated(call)
}

function exampleOrGenerated(call: Call): unknown {
  return call.example ? call.example.value : generateResult(call)
}

/**
 * Generates a result. With `x-pagination`, the result is a page of `items`, or of generated items by default.
 */
function generateResult(call: Call, items?: readonly unknown[]): unknown {
  const { hinted, params, methodSeed: seed } = call
  const { method, document, hints } = hinted
  const { pagination, result, errors } = method
  const [error] = errors
  // No value is valid: the method always fails.
  if (error && dereference(result?.schema, document.resolve) === false)
    throw listedError(hinted, error.code)
  if (!pagination) return resultWith(call, items && { [itemsMember(hinted)]: items })
  const { resolve } = document
  const size = hints.size ?? DEFAULT_SIZE
  const page = { method, pagination, params, resolve, seed, size, ...(items && { items }) }
  return resultWith(call, pageOf(page))
}

/**
 * Generates a result with the given members. Result members with the name of a param repeat the param's
 * value.
 */
function resultWith({ hinted, params, seed }: Call, members: Members = {}): unknown {
  const repeated = Object.entries(params).filter(
    ([name, value]) => typeof value !== 'object' && !(name in members),
  )
  const { resolve } = hinted.document
  return generateValue({
    schema: resultSchema(hinted.method, params, resolve),
    resolve,
    seed,
    members: { ...members, ...Object.fromEntries(repeated) },
  })
}

function collectionOf(
  { state, at }: Call,
  { collection }: { readonly collection: string },
): Collection {
  return state.collection(collection, at)
}

/**
 * Returns the record that a call refers to; undefined if there is no such record. Throws the error in the
 * hints if the record is required but missing.
 */
function findRecord(call: Call, hint: Requirement): MockRecord | undefined {
  const { hinted, params, example } = call
  const { key, missing, matches = {} } = hint
  const records = collectionOf(call, hint)
  const record = records.get(keyText(hinted, key, params[key]) ?? '')
  if (!record) {
    const isExample = example && !records.isChanged
    if (missing !== undefined && !isExample) throw listedError(hinted, missing)
    return undefined
  }
  for (const [name, error] of Object.entries(matches)) {
    if (!Object.hasOwn(record.fields, name) || (record.isExample && example)) continue
    if (keyText(hinted, name, params[name]) !== keyText(hinted, name, record.fields[name]))
      throw listedError(hinted, error)
  }
  return record
}

function createRecord(call: Call, hint: Creation): unknown {
  const { hinted, params, example } = call
  const records = collectionOf(call, hint)
  const isTaken = (key: string | undefined): boolean => records.get(key ?? '')?.isExample === false
  let value = exampleOrGenerated(call)
  let key = keyOfCreated(call, hint, value)
  for (let attempt = 1; hint.fresh && isTaken(key) && attempt < MAX_ATTEMPTS; attempt++) {
    value = generateResult({ ...call, seed: `${call.seed}/${attempt}` })
    key = keyOfCreated(call, hint, value)
  }
  if (key === undefined) return value
  const known = records.get(key)
  if (known && hint.exists !== undefined && !(known.isExample && example))
    throw listedError(hinted, hint.exists)
  if (!isTaken(key)) records.put(key, { ...params, ...recordOf(value) })
  return value
}

function keyOfCreated(
  { hinted, params }: Call,
  { key, result = '' }: Creation,
  value: unknown,
): string | undefined {
  if (key !== undefined) return keyText(hinted, key, params[key])
  const own = memberOf(value, result)
  return own === undefined ? undefined : canonicalText(own)
}

function deleteRecord(call: Call, hint: Requirement): unknown {
  const { method, document } = call.hinted
  const record = findRecord(call, hint)
  const records = collectionOf(call, hint)
  const isExample = call.example && !records.isChanged
  if (record) records.delete(record.key)
  // A boolean result states whether the record existed.
  const schema = dereference(method.result?.schema, document.resolve)
  const isBoolean = isRecord(schema) && schema['type'] === 'boolean'
  return isBoolean && !isExample ? record !== undefined : exampleOrGenerated(call)
}

function lookUp(call: Call, hint: Lookup): unknown {
  const { example, params } = call
  const record = findRecord(call, hint)
  const { key, states = [], member = '', unknown } = hint
  if (example && (!record || record.isExample)) return example.value
  const state = record ? states[Math.min(record.lookups, states.length - 1)] : unknown
  if (record) record.lookups++
  if (member === '' && state !== undefined) return state
  return resultWith(call, {
    ...(state !== undefined && { [member]: state }),
    ...record?.fields,
    // Repeats the key as the caller wrote it, since the record contains the normalized form.
    ...(record && params[key] !== undefined && { [key]: params[key] }),
  })
}

function listRecords(call: Call, hint: Listing): unknown {
  const { hinted, example } = call
  const records = collectionOf(call, hint)
  if (!records.isChanged && example) return example.value
  const all = records.list()
  if (!records.isChanged && all.length === 0) return generateResult(call)
  const { item } = hint
  const items = all.flatMap(({ fields }) => {
    if (item === undefined) return [fields]
    return Object.hasOwn(fields, item) ? [fields[item]] : []
  })
  return itemsMember(hinted) === '' ? items : generateResult(call, items)
}

function changeState(
  { state, hinted, at, example }: Call,
  { thing, from, to, otherwise }: Move,
): void {
  const current = state.stateOf(thing, at)
  const isWrong = from !== undefined && current !== undefined && current !== from
  if (isWrong && otherwise !== undefined) throw listedError(hinted, otherwise)
  if (current === undefined && !example && from === undefined) return
  state.setState(thing, at, to)
}

/** Adds the value of a counter to the number in a result, then increments the counter. */
function withCounter({ state, hinted, at }: Call, result: unknown): unknown {
  const { counts } = hinted.hints
  if (!counts) return result
  const { counter, member = '', step = 1 } = counts
  const increase = state.increase(counter, at)
  state.increment(counter, at, step)
  return increase === 0n ? result : changeMember(result, member, (count) => addTo(count, increase))
}

/** Returns the error that the document lists for the method under a name or code. */
export function listedError({ method }: HintedMethod, name: ErrorName, data?: unknown): RpcError {
  const listed = method.errors.find(({ reason, code }) => reason === name || code === name)
  if (!listed) return new RpcError(typeof name === 'number' ? name : -32000, String(name), { data })
  return new RpcError(listed.code, listed.message, { reason: listed.reason, data })
}
