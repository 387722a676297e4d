import { ProtocolError } from '../errors.ts'
import { isRecord } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { pointerResolver } from '../schema/resources.ts'
import type { SchemaIssue } from '../schema/types.ts'
import type { EventSink, Transport, TransportRequest, TransportResponse } from './types.ts'

/** What a document says of results and events: schemas by wire name, beside whatever they refer to. */
export interface ResultSchemas {
  /** What references in the schemas lead into. */
  readonly document: unknown
  readonly results: Readonly<Record<string, unknown>>
  /** By wire name of the method that subscribes, and by kind. */
  readonly events?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

type Check = (what: string, value: unknown) => ProtocolError | undefined

/**
 * Checks every result and event against the schema of the document. What does not fit ends its own call
 * with a `ProtocolError` that names the first place, and holds all of them in `data`.
 */
export function validating(transport: Transport, schemas: readonly ResultSchemas[]): Transport {
  const results = new Map<string, Check>()
  const events = new Map<string, Check>()
  for (const { document, results: byWire, events: byKind = {} } of schemas) {
    const resolve = pointerResolver(document)
    const checkOf =
      (schema: unknown): Check =>
      (what, value) =>
        faultOf(what, checkSchema(schema, value, { resolve }))
    for (const [wire, schema] of Object.entries(byWire)) results.set(wire, checkOf(schema))
    for (const [wire, kinds] of Object.entries(byKind)) {
      for (const [kind, schema] of Object.entries(kinds)) {
        events.set(`${wire} ${kind}`, checkOf(schema))
      }
    }
  }
  return async (request) => {
    const response = await transport(watched(request, events))
    const { call, body } = request
    if (body !== undefined) return checked(request, response, results)
    // A GET route answers with the result itself; what is no JSON is not this module's affair.
    const value = jsonOf(response.body)
    const fault =
      value === undefined ? undefined : results.get(call?.wire ?? '')?.(`${call?.wire}`, value)
    if (fault) throw fault
    return response
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

function checked(
  request: TransportRequest,
  response: TransportResponse,
  checks: ReadonlyMap<string, Check>,
): TransportResponse {
  // As plain JSON, since long integers read without loss would stand there as texts.
  const plain = response.body === '' ? response.message : jsonOf(response.body)
  const faults = new Map<unknown, ProtocolError>()
  for (const { id, call } of request.batch ?? [request]) {
    const answer = (Array.isArray(plain) ? (plain as unknown[]) : [plain]).find(
      (one) => isRecord(one) && one['id'] === id,
    )
    const wire = call?.wire ?? ''
    if (!isRecord(answer) || answer['result'] === undefined) continue
    const fault = checks.get(wire)?.(wire, answer['result'])
    if (fault) faults.set(id, fault)
  }
  if (faults.size === 0) return response
  const parse = request.call?.parse ?? request.batch?.find(({ call }) => call?.parse)?.call?.parse
  const message = response.message ?? (parse ?? JSON.parse)(response.body)
  const replaced = (one: unknown): unknown => {
    const fault = isRecord(one) ? faults.get(one['id']) : undefined
    return fault && isRecord(one) ? faulty(one['id'], fault) : one
  }
  return {
    ...response,
    message: Array.isArray(message) ? message.map(replaced) : replaced(message),
  }
}

/** An answer whose result cannot be had: only the call that it belongs to fails. */
function faulty(id: unknown, fault: ProtocolError): object {
  return {
    id,
    get result(): never {
      throw fault
    },
  }
}

function watched(request: TransportRequest, checks: ReadonlyMap<string, Check>): TransportRequest {
  const { events, call, body = '' } = request
  if (!events || !call) return request
  const { params } = JSON.parse(body) as { readonly params?: unknown }
  const kind: unknown = Array.isArray(params) ? params[0] : Object.values(Object(params))[0]
  const check = checks.get(`${call.wire} ${String(kind)}`)
  if (!check) return request
  const sink: EventSink = {
    ...events,
    event(payload) {
      const fault = check(`an event of ${call.wire}`, payload)
      if (fault) events.end(fault)
      else events.event(payload)
    },
  }
  return { ...request, events: sink }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The core says what came instead.
    return undefined
  }
}
