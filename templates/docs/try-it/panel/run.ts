import { readResponse } from '../call/response.ts'
import type { Carrier } from '../call/endpoint.ts'
import { sendHttp } from '../call/http.ts'
import type { ListedError, Method, Params } from '../call/method.ts'
import { mockResponse, payloadSchema } from '../call/mock.ts'
import type { Outcome } from '../call/outcome.ts'
import { routeStatuses, routeUrl } from '../call/route.ts'
import { requestText } from '../call/samples.ts'
import { sendSocket } from '../call/socket.ts'
import { element, icon } from '../dom.ts'
import { responseView, failureView } from './response-view.ts'
import { eventsView } from './events-view.ts'
import { failureText } from './failure-view.ts'
import { headersIn, sessionHeaders } from './session.ts'

export interface Call {
  readonly params: Params
  readonly showsSecrets: boolean
}

interface NodeCall extends Call {
  readonly carrier: Carrier
  readonly url: URL
  /** Called after the response if events may follow. */
  readonly onStay: () => void
}

interface MockCall extends Call {
  readonly failure: ListedError | undefined
}

type ShowStatus = (message: string, tone?: 'passed') => void

interface View {
  readonly status: HTMLElement
  readonly response: HTMLElement
  readonly showStatus: ShowStatus
}

export interface Run extends View {
  readonly stop: () => void
  /** Resolves when the call is complete. */
  readonly toNode: (call: NodeCall) => Promise<void>
  readonly toMock: (call: MockCall) => Promise<void>
}

/** Receives the messages that follow the response to a subscription. */
interface Listener {
  readonly onEvent: (text: string) => void
  readonly onEnd: (text: string) => void
}

/** HTTP statuses of JSON-RPC responses. */
const okStatuses = [200, 204]

export function openRun(method: Method): Run {
  const view = openView()
  const { response, showStatus } = view
  let ending = new AbortController()
  const begin = (): AbortSignal => {
    ending = new AbortController()
    response.replaceChildren()
    showStatus('Sending…')
    return ending.signal
  }
  const show = (outcome: Outcome, shown: Shown): boolean =>
    showOutcome(method, view, outcome, shown)

  /** Shows the response and then the events, until the call is stopped or the connection ends. */
  async function follow(
    { params, shown, onStay }: Pick<Call, 'params'> & { shown: Shown; onStay?: () => void },
    send: (listener: Listener) => Promise<Outcome>,
  ): Promise<void> {
    const events = eventsView(method, payloadSchema(method, params), (summary) =>
      showStatus(`${summary} so far.`),
    )
    const { signal } = ending
    let onEnd: Listener['onEnd'] = () => undefined
    const ended = new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve('stopped'))
      onEnd = (text) => resolve(`closed by the server (${text})`)
    })
    const outcome = await send({ onEvent: events.add, onEnd })
    if (!show(outcome, shown)) return ending.abort()
    response.append(events.element)
    onStay?.()
    const reason = await ended
    showStatus(`${events.summary()}, ${reason}.`)
  }

  return {
    ...view,
    stop: () => ending.abort(),
    async toNode({ params, carrier, url, showsSecrets, onStay }) {
      const signal = begin()
      const began = performance.now()
      const headers = headersIn(sessionHeaders.read())
      const shown: Shown = { began, url, form: 'rpc', okStatuses, showsSecrets }
      if (carrier.kind === 'get') {
        const full = routeUrl(method, carrier, { url, params })
        const statuses = routeStatuses(method, carrier)
        const outcome = await sendHttp({ url: full, headers, signal })
        show(outcome, { ...shown, form: 'route', okStatuses: statuses })
        return
      }
      const body = requestText(method, params)
      if (carrier.kind === 'http') show(await sendHttp({ url, body, headers, signal }), shown)
      else {
        const call = { url, body, signal, isNotification: method.result === undefined }
        if (!staysOpen(method)) show(await sendSocket(call), shown)
        else {
          await follow({ params, shown, onStay }, (listener) =>
            sendSocket({ ...call, ...listener }),
          )
        }
      }
    },
    async toMock({ params, failure, showsSecrets }) {
      const signal = begin()
      const began = performance.now()
      const url = new URL('http://mock/')
      const shown: Shown = { began, url, from: 'Mock', form: 'rpc', okStatuses, showsSecrets }
      // Lets the page update before values are generated.
      await new Promise((resolve) => setTimeout(resolve))
      const send = async ({ onEvent }: Pick<Listener, 'onEvent'>): Promise<Outcome> => {
        const text = await mockResponse(method, params, { failure, onEvent, signal })
        return { kind: 'response', text, status: undefined }
      }
      if (method.data.subscription !== undefined) await follow({ params, shown }, send)
      else show(await send({ onEvent: () => undefined }), shown)
    },
  }
}

interface Shown {
  readonly began: number
  readonly url: URL
  readonly form: 'rpc' | 'route'
  readonly okStatuses: readonly number[]
  readonly showsSecrets: boolean
  readonly from?: string
}

function openView(): View {
  const status = element('p', { class: 'try-status', role: 'status' })
  return {
    status,
    response: element('div', { class: 'try-response' }),
    showStatus(message, tone) {
      status.className = tone === undefined ? 'try-status' : `try-status ${tone}`
      status.replaceChildren(...(tone === 'passed' ? [icon('check')] : []), message)
    },
  }
}

/** Shows the outcome of a call. Returns whether events may follow. */
function showOutcome(
  method: Method,
  { response, showStatus }: View,
  outcome: Outcome,
  shown: Shown,
): boolean {
  const time = `${Math.round(performance.now() - shown.began)} ms`
  if (outcome.kind === 'failure') {
    const text = failureText(outcome.failure, shown.url)
    response.replaceChildren(...failureView(text))
    showStatus(`${text.title}, after ${time}.`)
    return false
  }
  const { text, status } = outcome
  if (text === '' && method.result === undefined) {
    showStatus(`Accepted after ${time}: a notification has no response.`)
    return false
  }
  const read = readResponse(method, text, shown.form)
  const { elements, summary, isGood } = responseView(method, { response: read, status, ...shown })
  response.replaceChildren(...elements)
  const parts = [shown.from, status, time, sizeOf(text), summary]
  showStatus(parts.filter((one) => one !== undefined).join(' · '), isGood ? 'passed' : undefined)
  return read.kind === 'result'
}

function sizeOf(text: string): string {
  return text.length < 2000 ? `${text.length} bytes` : `${(text.length / 1024).toFixed(1)} KiB`
}

/** Whether events may follow the response, judged by the document or by the method name. */
function staysOpen({ data }: Method): boolean {
  return data.subscription !== undefined || /(^|[._])subscribe/i.test(data.name)
}
