import { RpcError, isRecord } from '@rpcloom/rpc'
import { canonicalText, dereference, type Members } from '@rpcloom/rpc/internal'
import { copied } from '../copied.ts'
import { made } from '../made.ts'
import { matchingPairing, paramsText } from '../pairing.ts'
import type { ErrorName, Requirement } from './hints.ts'
import { pageOf } from './paging.ts'
import type { MockRecord } from './records.ts'
import { risenBy } from './risen.ts'
import { type Hinted, itemsMember, keyText, type World } from './world.ts'

/** Number of items of a generated collection. */
const DEFAULT_SIZE = 25

/** A call, with the information that determines its response. */
interface Asked {
  readonly world: World
  readonly hinted: Hinted
  /** The chain that the path addresses. */
  readonly chain: string | undefined
  /** Params by name, in JSON form. */
  readonly params: Members
  /** Seed for values that depend on the method but not on its params. */
  readonly methodSeed: string
  /** Seed for values that depend on the method and its params. */
  readonly seed: string
  /** The result of the example pairing with equal params, if any. */
  readonly example: { readonly value: unknown } | undefined
}

/**
 * Returns the default response of a method: the example with equal params, unless a call has changed the
 * state that it describes; otherwise a result that follows from the hints; otherwise a generated value,
 * determined by seed, method and params. Throws an `RpcError` if the hints require an error of the document.
 */
export function behave(
  world: World,
  hinted: Hinted,
  {
    params,
    seed,
    chain,
  }: {
    readonly params: Members
    readonly seed: string | number
    readonly chain: string | undefined
  },
): unknown {
  const { method, document, hints } = hinted
  const text = paramsText(method, params, document.resolve)
  const pairing = matchingPairing(method, { params, text }, document.resolve)
  const asked: Asked = {
    world,
    hinted,
    chain,
    params,
    methodSeed: `${seed}/${method.name}`,
    seed: `${seed}/${method.name}/${text}`,
    example: pairing && { value: copied(pairing.result) },
  }
  if (hints.moves) moveOn(asked)
  if (hints.requires) required(asked, hints.requires)
  const value = counted(asked, resultOf(asked))
  for (const counter of hints.advances ?? []) {
    world.rise(counter, chain, 1)
  }
  return value
}

function resultOf(asked: Asked): unknown {
  const { hints, method } = asked.hinted
  if (!method.result) return undefined
  if (hints.creates) return created(asked)
  if (hints.deletes) {
    const record = required(asked, hints.deletes)
    const records = asked.world.collection(hints.deletes.collection, asked.chain)
    const { isTouched } = records
    if (record) records.delete(record.key)
    // A boolean result tells whether there was a record to delete.
    const schema = dereference(method.result.schema, asked.hinted.document.resolve)
    const isVerdict = isRecord(schema) && schema['type'] === 'boolean'
    if (isVerdict && (isTouched || !asked.example)) return record !== undefined
  } else if (hints.finds) return found(asked)
  else if (hints.lists) return listed(asked)
  return asked.example ? asked.example.value : plain(asked)
}

/** Generates a result. With `x-pagination`, it is a page of the items, which are generated if not given. */
function plain(asked: Asked, items?: readonly unknown[]): unknown {
  const { method, document, hints } = asked.hinted
  const { pagination } = method
  if (!pagination) return madeWith(asked, items && { [itemsMember(asked.hinted)]: items })
  const page = pageOf({
    method,
    pagination,
    params: asked.params,
    resolve: document.resolve,
    seed: asked.methodSeed,
    size: hints.size ?? DEFAULT_SIZE,
    ...(items && { items }),
  })
  return madeWith(asked, page)
}

/** Generates a result with the given members. Params are repeated in result members with the same name. */
function madeWith({ hinted, params, seed }: Asked, members: Members = {}): unknown {
  const { method, document } = hinted
  const echoed = Object.entries(params).filter(([, value]) => typeof value !== 'object')
  return made({
    schema: method.result?.schema,
    resolve: document.resolve,
    seed,
    members: { ...members, ...Object.fromEntries(echoed.filter(([name]) => !(name in members))) },
  })
}

/**
 * Returns the record that a call refers to; undefined if it does not exist. Throws the error in the hints if
 * the record is required but missing.
 */
function required(
  asked: Asked,
  { collection, key, missing, matches = {} }: Requirement,
): MockRecord | undefined {
  const { world, hinted, params, example } = asked
  const records = world.collection(collection, asked.chain)
  const text = keyText(hinted, key, params[key])
  const record = text === undefined ? undefined : records.get(text)
  if (!record) {
    if (missing !== undefined && !(example && !records.isTouched)) throw failure(hinted, missing)
    return undefined
  }
  for (const [name, error] of Object.entries(matches)) {
    if (!Object.hasOwn(record.fields, name) || (record.isExample && example)) continue
    if (keyText(hinted, name, params[name]) !== keyText(hinted, name, record.fields[name])) {
      throw failure(hinted, error)
    }
  }
  return record
}

function created(asked: Asked): unknown {
  const { world, hinted, params, example } = asked
  const { creates } = hinted.hints
  if (!creates) return undefined
  const records = world.collection(creates.collection, asked.chain)
  let value = example ? example.value : plain(asked)
  let key = keyOfCreated(asked, value)
  for (let again = 1; creates.fresh && isTaken(records.get(key ?? '')) && again < 1000; again++) {
    value = plain({ ...asked, seed: `${asked.seed}/${again}` })
    key = keyOfCreated(asked, value)
  }
  if (key === undefined) return value
  const known = records.get(key)
  if (known && creates.exists !== undefined && !(known.isExample && example)) {
    throw failure(hinted, creates.exists)
  }
  if (!isTaken(known)) records.put(key, { ...params, ...(isRecord(value) ? value : {}) })
  return value
}

function isTaken(record: MockRecord | undefined): boolean {
  return record !== undefined && !record.isExample
}

function keyOfCreated({ hinted, params }: Asked, value: unknown): string | undefined {
  const { creates } = hinted.hints
  if (creates?.key !== undefined) return keyText(hinted, creates.key, params[creates.key])
  const member = creates?.result
  const own = member === '' ? value : isRecord(value) ? value[member ?? ''] : undefined
  return own === undefined ? undefined : canonicalText(own)
}

function found(asked: Asked): unknown {
  const { hinted, example } = asked
  const { finds } = hinted.hints
  if (!finds) return undefined
  const record = required(asked, finds)
  const { states, member = '', unknown } = finds
  if (example && (!record || record.isExample)) return example.value
  const state = record ? stateOf(record, states) : unknown
  if (record) record.asked++
  if (member === '' && state !== undefined) return state
  return madeWith(asked, {
    ...(state !== undefined && { [member]: state }),
    ...(record && keptOf(record, finds.key, asked)),
  })
}

/** Returns the known members of a record, including its key in the form that the caller used. */
function keptOf({ fields }: MockRecord, key: string, { params }: Asked): Members {
  return { ...fields, ...(params[key] !== undefined && { [key]: params[key] }) }
}

function stateOf({ asked }: MockRecord, states: readonly string[] | undefined): string | undefined {
  return states?.[Math.min(asked, states.length - 1)]
}

function listed(asked: Asked): unknown {
  const { world, hinted, example } = asked
  const { lists } = hinted.hints
  if (!lists) return undefined
  const records = world.collection(lists.collection, asked.chain)
  if (!records.isTouched && example) return example.value
  const all = records.list()
  if (!records.isTouched && all.length === 0) return plain(asked)
  const { item } = lists
  const items = all.flatMap(({ fields }) => {
    if (item === undefined) return [fields]
    return Object.hasOwn(fields, item) ? [fields[item]] : []
  })
  return itemsMember(hinted) === '' ? items : plain(asked, items)
}

function moveOn({ world, hinted, chain, example }: Asked): void {
  const { moves } = hinted.hints
  if (!moves) return
  const now = world.whereIs(moves.thing, chain)
  const isWrong = moves.from !== undefined && now !== undefined && now !== moves.from
  if (isWrong && moves.otherwise !== undefined) throw failure(hinted, moves.otherwise)
  if (now === undefined && !example && moves.from === undefined) return
  world.move(moves.thing, chain, moves.to)
}

/** Adds the value of a counter to the number in a result, then increments the counter. */
function counted({ world, hinted, chain }: Asked, value: unknown): unknown {
  const { counts } = hinted.hints
  if (!counts) return value
  const { counter, member = '', step = 1 } = counts
  const risen = world.risen(counter, chain)
  world.rise(counter, chain, step)
  if (risen === 0n) return value
  if (member === '') return risenBy(value, risen)
  return isRecord(value) ? { ...value, [member]: risenBy(value[member], risen) } : value
}

/** Returns the error that the document lists for the method under a name or code. */
export function failure({ method }: Hinted, name: ErrorName, data?: unknown): RpcError {
  const listed = method.errors.find(({ reason, code }) => reason === name || code === name)
  if (!listed) return new RpcError(typeof name === 'number' ? name : -32000, String(name), { data })
  return new RpcError(listed.code, listed.message, { reason: listed.reason, data })
}
