import { INVALID_PARAMS, RpcError } from '@rpcloom/rpc'
import { exampleAnswer, mockDocuments, sample, type DocumentMock } from '@rpcloom/rpc/mock'
import { checkSchema } from '@rpcloom/rpc/schema'
import { flatJson } from '../json/write-json.ts'
import { paramsSchema, type ListedError, type Method, type Params } from './method.ts'
import { requestText } from './samples.ts'

/** Milliseconds between the events that a mock makes up. */
const pause = 1500

const mocks = new WeakMap<object, DocumentMock>()

/** One mock for all calls of a group, so that what one call made another one finds. */
function mockOf({ group }: Method): DocumentMock {
  const { document } = group
  const mock = mocks.get(document) ?? mockDocuments([document as MockedDocument])
  mocks.set(document, mock)
  return mock
}

type MockedDocument = Parameters<typeof mockDocuments>[0][number]

/** What the mock in the page answers, as text of the wire; empty where a notification has no answer. */
export async function mockAnswer(
  method: Method,
  params: Params,
  failure: ListedError | undefined,
): Promise<string> {
  const mock = mockOf(method)
  if (failure !== undefined) mock.method(method.data.wire).failsOnce(errorOf(failure))
  const { subscription } = method.data
  // The core starts subscriptions for callers that stay; here the events are made up beside it.
  if (subscription !== undefined && failure === undefined)
    return flatJson(subscribed(method, params))
  return (await mock.handle(requestText(method, params))) ?? ''
}

function subscribed(method: Method, params: Params): unknown {
  const { resolve, group, data } = method
  const [issue] = checkSchema(paramsSchema(method), params, { resolve, maxIssues: 1 })
  const base = { jsonrpc: '2.0', id: 1 }
  if (issue === undefined) {
    const result = exampleAnswer(group.document as MockedDocument, data.wire, params)
    return { ...base, result: result ?? '0x1' }
  }
  const message = `Invalid params: ${issue.pointer} ${issue.message}`
  return { ...base, error: { code: INVALID_PARAMS, message, data: { pointer: issue.pointer } } }
}

function errorOf({ code, message, reason, data }: ListedError): RpcError {
  return new RpcError(code, message, { data, ...(reason !== undefined && { reason }) })
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
