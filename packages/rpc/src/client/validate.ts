import type { MethodDescriptor } from '../descriptor.ts'
import { readDocument } from '../document/read.ts'
import { eventSchema, resultSchema } from '../document/schemas.ts'
import type { OpenRpcDocument } from '../document/types.ts'
import { ProtocolError } from '../errors.ts'
import type { JsonObject } from '../json-rpc.ts'
import { checkSchema } from '@rpcloom/schema'
import type { EventSink, Transport, TransportRequest } from './types.ts'

/** The documents for validating results, by group key. Each document is loaded on first use. */
export type Documents = Readonly<Record<string, () => Promise<JsonObject>>>

/**
 * Validates every result and event against its schema in the document. An invalid result makes the call fail
 * with a `ProtocolError`; an invalid event ends the subscription with the same error. The message describes
 * the first issue, and `data` lists all issues.
 */
export function validating(transport: Transport, documents: Documents): Transport {
  const loaded = new Map<string, Promise<OpenRpcDocument>>()
  const documentOf = (call: MethodDescriptor): Promise<OpenRpcDocument> | undefined => {
    const { key } = call.group
    if (!Object.hasOwn(documents, key)) return undefined
    const document = loaded.get(key) ?? documents[key]?.().then(readDocument)
    if (document) loaded.set(key, document)
    return document
  }
  return async (request) => {
    const calls = (request.batch ?? [request]).flatMap(({ call }) => call ?? [])
    const all = await Promise.all(
      calls.map(async (call) => [call, await documentOf(call)] as const),
    )
    const documentsByCall: Loaded = new Map(all)
    const response = await transport(withValidEvents(request, documentsByCall))
    return {
      ...response,
      check(call, result) {
        const document = documentsByCall.get(call)
        if (!document) return
        const schema = resultSchema(document, call.name)
        const error = validationError(document, call.name, { schema, value: result })
        if (error) throw error
      },
    }
  }
}

type Loaded = ReadonlyMap<MethodDescriptor, OpenRpcDocument | undefined>

function validationError(
  { resolve }: OpenRpcDocument,
  subject: string,
  { schema, value }: { readonly schema: unknown; readonly value: unknown },
): ProtocolError | undefined {
  const issues = checkSchema(schema, value, { resolve })
  const [first] = issues
  if (!first) return undefined
  const pointer = first.pointer === '' ? 'it' : first.pointer
  return new ProtocolError(
    `The result of ${subject} does not match its schema: ${pointer} ${first.message}`,
    { data: issues },
  )
}

function withValidEvents(request: TransportRequest, loaded: Loaded): TransportRequest {
  const { events, call, params } = request
  const document = call && loaded.get(call)
  if (!events || !document) return request
  const { single, topics = {} } = call.subscription ?? {}
  const given: readonly unknown[] = Array.isArray(params) ? params : Object.values(Object(params))
  const topic = single ? Object.keys(topics)[0] : given[0]
  const schema = eventSchema(document, call.name, String(topic))
  const sink: EventSink = {
    ...events,
    event(payload) {
      const error = validationError(document, `an event of ${call.name}`, {
        schema,
        value: payload,
      })
      if (error) events.end(error)
      else events.event(payload)
    },
  }
  return { ...request, events: sink }
}
