import { ProtocolError } from '@rpcloom/rpc'
import type { JsonCodec, MethodDescriptor } from '@rpcloom/rpc/codegen'
import type { Transport } from '@rpcloom/rpc/client'
import { method, notification, optional, wholeName } from '@rpcloom/rpc/internal/call'
import { isRecord, listOf, stringify } from '@rpcloom/schema/json'
import { exactJson, mark } from './exact-json.ts'
import { UsageError } from './exit-codes.ts'
import { type Options, wholeNumber } from './options.ts'
import type { TargetMethod } from './target-method.ts'
import type { ParamValues } from './values.ts'

/** A call with valid params. */
export interface Call {
  readonly target: TargetMethod
  readonly topic: string | undefined
  readonly values: ParamValues
  readonly options: Options
  readonly transport: Transport
}

const printed = exactJson(mark)

/** Calls a method and returns its result in JSON form, as `json` reads it; undefined for a notification. */
export async function callOnce(
  { target, values, transport }: Pick<Call, 'target' | 'values' | 'transport'>,
  json: JsonCodec = printed,
): Promise<unknown> {
  const descriptor = asJson(target.descriptor, json)
  const { returns = 'empty' } = descriptor
  const send = { notification, optional, empty: method }[returns]
  const result: unknown = await send(descriptor)(transport, ...argumentsOf(descriptor, values))
  return returns === 'optional' ? (result ?? null) : result
}

/** Returns the items of all pages, or the events of a subscription, in JSON form. */
export async function* stream(call: Call): AsyncGenerator {
  const max = wholeNumber('--count', call.options.count) ?? Infinity
  let count = 0
  if (max === 0) return
  for await (const item of call.options.all ? itemsOf(call) : eventsOf(call)) {
    yield item
    if (++count >= max) return
  }
}

async function* itemsOf({ target, values, transport }: Call): AsyncGenerator {
  const { structure, ...descriptor } = asJson(target.descriptor)
  const { pagination } = descriptor
  if (!pagination || structure === 'by-position')
    throw new UsageError(`--all needs a method with pages, which ${descriptor.name} is not`)
  const { optionalPaged } = await import('@rpcloom/rpc/codegen/client')
  const cursors = new Set<string>()
  for await (const page of optionalPaged(descriptor).pages(transport, values)) {
    if (!isRecord(page)) throw new ProtocolError('A page of the result is no object')
    yield* listOf(page[pagination.items])
    const cursor = stringify(page[pagination.cursor.result] ?? null)
    // A server that repeats its cursors would never end.
    if (cursors.has(cursor)) return
    cursors.add(cursor)
  }
}

async function* eventsOf({ target, topic, values, transport }: Call): AsyncGenerator {
  const { subscription } = await import('@rpcloom/rpc/codegen/client')
  const { subscription: spec, ...descriptor } = asJson(target.descriptor)
  const found = Object.entries(spec?.topics ?? {}).find(
    ([one]) => topic === undefined || one === topic,
  )
  if (!spec || !found) return
  const [name, { order, resume }] = found
  const topics = { [name]: { order, json: printed, ...(resume && { resume }) } }
  const { structure } = descriptor
  const given = argumentsOf({ order, ...(structure && { structure }) }, values)
  const events = subscription({ ...descriptor, subscription: { ...spec, topics } })
  yield* events(transport, name, ...given)
}

/** Returns a descriptor without codecs: params and results are in JSON form. */
function asJson(given: MethodDescriptor, json = printed): MethodDescriptor {
  const { params: _params, result: _result, returns, ...descriptor } = given
  return { ...descriptor, json, ...(returns && returns !== 'empty' && { returns }) }
}

function argumentsOf(
  { structure, order, whole }: Pick<MethodDescriptor, 'structure' | 'order' | 'whole'>,
  values: ParamValues,
): readonly unknown[] {
  if (whole) return [values[wholeName]]
  return structure ? order.map((name) => values[name]) : [values]
}
