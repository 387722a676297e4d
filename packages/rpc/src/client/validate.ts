import { ProtocolError } from '../errors.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import { checkSchema } from '../schema/check.ts'
import { dereference } from '../schema/pointer.ts'
import { pointerResolver } from '../schema/resources.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { listOf, recordOf, textOf } from '../untrusted.ts'
import type { EventSink, Transport, TransportRequest } from './types.ts'

/** The documents that results are checked against, by key of their group; each is loaded on first use. */
export type Documents = Readonly<Record<string, () => Promise<unknown>>>

type Check = (what: string, value: unknown) => ProtocolError | undefined

/**
 * Checks every result and event against the schema of the document. One that is not valid ends its own call
 * with a `ProtocolError` that names the first place, and holds all of them in `data`.
 */
export function validating(transport: Transport, documents: Documents): Transport {
  const loaded = new Map<string, Promise<DocumentChecks>>()
  const checksOf = (call: MethodDescriptor | undefined): Promise<DocumentChecks> | undefined => {
    const key = call?.group.key ?? ''
    if (!Object.hasOwn(documents, key)) return undefined
    const known = loaded.get(key) ?? documents[key]?.().then(documentChecks)
    if (known) loaded.set(key, known)
    return known
  }
  return async (request) => {
    const calls = (request.batch ?? [request]).flatMap(({ call }) => call ?? [])
    const all = await Promise.all(calls.map(async (call) => [call, await checksOf(call)] as const))
    const checks = new Map(all)
    const response = await transport(watched(request, checks))
    return {
      ...response,
      check: (call, result) => checks.get(call)?.result(call.name)?.(call.name, result),
    }
  }
}

/** The checks of one document, compiled on first use. */
interface DocumentChecks {
  readonly result: (method: string) => Check | undefined
  readonly event: (method: string, topic: string) => Check | undefined
}

type Checks = ReadonlyMap<MethodDescriptor, DocumentChecks | undefined>

function documentChecks(document: unknown): DocumentChecks {
  const resolve = pointerResolver(document)
  const methods = new Map(
    listOf(recordOf(document)['methods']).map((one) => [
      textOf(recordOf(one)['name']),
      recordOf(one),
    ]),
  )
  const checkOf = (schema: unknown): Check | undefined =>
    schema === undefined
      ? undefined
      : (what, value) => faultOf(what, checkSchema(schema, value, { resolve }))
  return {
    result(method) {
      const result = dereference(methods.get(method)?.['result'], resolve)
      return checkOf(recordOf(result)['schema'])
    },
    event(method, topic) {
      const { kinds } = recordOf(methods.get(method)?.['x-subscription'])
      const found = listOf(kinds).find((kind) => recordOf(kind)['name'] === topic)
      return checkOf(recordOf(found)['payload'])
    },
  }
}

function faultOf(what: string, issues: readonly SchemaIssue[]): ProtocolError | undefined {
  const [first] = issues
  if (!first) return undefined
  const place = first.pointer === '' ? 'it' : first.pointer
  return new ProtocolError(
    `The result of ${what} does not fit its schema: ${place} ${first.message}`,
    {
      data: issues,
    },
  )
}

function watched(request: TransportRequest, checks: Checks): TransportRequest {
  const { events, call, params } = request
  if (!events || !call) return request
  const kind: unknown = Array.isArray(params) ? params[0] : Object.values(Object(params))[0]
  const check = checks.get(call)?.event(call.name, String(kind))
  if (!check) return request
  const sink: EventSink = {
    ...events,
    event(payload) {
      const fault = check(`an event of ${call.name}`, payload)
      if (fault) events.end(fault)
      else events.event(payload)
    },
  }
  return { ...request, events: sink }
}
