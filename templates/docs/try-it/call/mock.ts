import { checkSchema } from '@rpcloom/rpc/schema'
import { exampleAnswer, sample } from '@rpcloom/rpc/mock'
import { flatJson } from '../json/write-json.ts'
import type { ListedError, Method, Params } from './method.ts'
import { paramsSchema } from './method.ts'

/** Milliseconds between the events that a mock makes up. */
const pause = 1500

let calls = 0

/** What the mock in the page answers, as text of the wire: the document's examples, else something made up. */
export function mockAnswer(
  method: Method,
  params: Params,
  failure: ListedError | undefined,
): string {
  const { group, data, resolve } = method
  if (failure !== undefined) return errorText(failure)
  const [issue] = checkSchema(paramsSchema(method), params, { resolve, maxIssues: 1 })
  if (issue !== undefined) {
    const message = `Invalid params: ${issue.pointer} ${issue.message}`
    return text({ error: { code: -32602, message, data: { pointer: issue.pointer } } })
  }
  calls++
  const document = group.document as Parameters<typeof exampleAnswer>[0]
  const result = exampleAnswer(document, data.wire, params, { seed: calls })
  return text({ result: result ?? null })
}

function errorText({ code, message, reason, data }: ListedError): string {
  const details = reason === undefined ? data : { reason }
  return text({ error: { code, message, ...(details === undefined ? {} : { data: details }) } })
}

function text(answer: Readonly<Record<string, unknown>>): string {
  return flatJson({ jsonrpc: '2.0', id: 1, ...answer })
}

/** Sends made-up events of a subscription until the signal ends it. */
export function mockEvents(
  method: Method,
  params: Params,
  { onEvent, signal }: { readonly onEvent: (text: string) => void; readonly signal: AbortSignal },
): void {
  const { subscription } = method.data
  if (subscription === undefined) return
  const schema = payloadSchema(method, params)
  let count = 0
  const send = (): void => {
    count++
    const payload = sample(schema, {
      resolve: method.resolve,
      seed: `${subscription.notification}/${count}`,
    })
    const event = { subscription: '0x1', result: payload }
    onEvent(flatJson({ jsonrpc: '2.0', method: subscription.notification, params: event }))
  }
  const timer = setInterval(send, pause)
  signal.addEventListener('abort', () => clearInterval(timer))
  send()
}

/** The schema of the events that a subscription was asked for: its first param names their kind. */
export function payloadSchema({ payloads, params: all }: Method, params: Params): unknown {
  const first = all[0]?.name
  const kind = first !== undefined && Object.hasOwn(params, first) ? params[first] : undefined
  return payloads.get(kind) ?? true
}
