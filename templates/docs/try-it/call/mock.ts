import { RpcError } from '@rpcloom/rpc'
import { mockDocuments, type DocumentMock } from '@rpcloom/mock'
import type { ListedError, Method, Params } from './method.ts'
import { requestText } from './samples.ts'
import { isResponse } from './socket.ts'

const pause = 1000

const mocks = new WeakMap<object, DocumentMock>()

/** Returns the mock server of a group. All calls share the mock, so that they share its state. */
function mockOf({ group }: Method): DocumentMock {
  const { document } = group
  const mock = mocks.get(document) ?? mockDocuments([document], { eventsEveryMs: pause })
  mocks.set(document, mock)
  return mock
}

interface MockCalling {
  readonly failure: ListedError | undefined
  readonly onEvent: (text: string) => void
  readonly signal: AbortSignal
}

/** Returns the JSON response of the mock in the page, or an empty string for a notification. */
export async function mockResponse(
  method: Method,
  params: Params,
  { failure, onEvent, signal }: MockCalling,
): Promise<string> {
  const mock = mockOf(method)
  if (failure !== undefined) mock.method(method.data.name).failsOnce(errorOf(failure))
  const request = requestText(method, params)
  if (method.data.subscription === undefined) return (await mock.handle(request)) ?? ''
  return new Promise((resolve) => {
    mock.server.attach({
      send: (text) => (isResponse(text) ? resolve(text) : onEvent(text)),
      close: () => undefined,
      listen(events) {
        signal.addEventListener('abort', () => events.end(new Error('The page no longer listens')))
        queueMicrotask(() => events.text(request))
      },
    })
  })
}

function errorOf({ code, message, reason, data }: ListedError): RpcError {
  return new RpcError(code, message, { data, ...(reason !== undefined && { reason }) })
}

export function payloadSchema(method: Method, params: Params): unknown {
  return method.payloads.get(topicOf(method, params)) ?? true
}

/** Returns the topic of a subscription: the value of the first param, or the only topic. */
function topicOf({ params: all, data, payloads }: Method, params: Params): unknown {
  if (data.subscription?.single) return [...payloads.keys()][0]
  const first = all[0]?.name
  return first !== undefined && Object.hasOwn(params, first) ? params[first] : undefined
}
