import { readJson } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { readResponse } from '../call/response.ts'
import type { Carrier } from '../call/endpoint.ts'
import { sendHttp } from '../call/http.ts'
import type { ListedError, Method, Params } from '../call/method.ts'
import { mockAnswer, payloadSchema } from '../call/mock.ts'
import type { Outcome } from '../call/outcome.ts'
import { routeStatuses, routeUrl } from '../call/route.ts'
import { requestText } from '../call/samples.ts'
import { sendSocket } from '../call/socket.ts'
import { element, icon } from '../dom.ts'
import { responseView, failureView } from './response-view.ts'
import { eventsView } from './events-view.ts'
import { failureText } from './failure-view.ts'

interface NodeCall {
  readonly params: Params
  readonly carrier: Carrier
  readonly url: URL
  readonly showsSecrets: boolean
  /** Called after a response that events may follow. */
  readonly onStay: () => void
}

interface MockCall {
  readonly params: Params
  readonly failure: ListedError | undefined
  readonly showsSecrets: boolean
}

type Tell = (message: string, tone?: 'passed') => void

export interface Run {
  readonly status: HTMLElement
  readonly response: HTMLElement
  readonly tell: Tell
  readonly stop: () => void
  /** Resolves when the call is complete, like `toMock`. */
  readonly toNode: (call: NodeCall) => Promise<void>
  readonly toMock: (call: MockCall) => Promise<void>
}

/** HTTP statuses of JSON-RPC responses. */
const rpcStatuses = [200, 204]

export function openRun(method: Method): Run {
  const status = element('p', { class: 'try-status', role: 'status' })
  const response = element('div', { class: 'try-response' })
  let ending = new AbortController()
  const tell: Tell = (message, tone) => {
    status.className = tone === undefined ? 'try-status' : `try-status ${tone}`
    status.replaceChildren(...(tone === 'passed' ? [icon('check')] : []), message)
  }
  const begin = (): AbortSignal => {
    ending = new AbortController()
    response.replaceChildren()
    tell('Sending…')
    return ending.signal
  }

  /** Shows an outcome. Returns whether events may follow. */
  function show(outcome: Outcome, shown: Shown): boolean {
    const time = `${Math.round(performance.now() - shown.began)} ms`
    if (outcome.kind === 'failure') {
      const text = failureText(outcome.failure, shown.url)
      response.replaceChildren(...failureView(text))
      tell(`${text.title}, after ${time}.`)
      return false
    }
    const { text, status: code } = outcome
    const view =
      text === '' && method.result === undefined
        ? undefined
        : readResponse(method, text, shown.form)
    if (view === undefined) {
      tell(`Accepted after ${time}: a notification has no response.`)
      return false
    }
    const parts = responseView(method, { response: view, status: code, ...shown })
    response.replaceChildren(...parts.elements)
    tell(
      [shown.from, code, time, sizeOf(text), parts.summary]
        .filter((one) => one !== undefined)
        .join(' · '),
      parts.isGood ? 'passed' : undefined,
    )
    return view.kind === 'result'
  }

  return {
    status,
    response,
    tell,
    stop: () => ending.abort(),
    async toNode({ params, carrier, url, showsSecrets, onStay }) {
      const signal = begin()
      const shown = {
        began: performance.now(),
        url,
        form: 'rpc',
        okStatuses: rpcStatuses,
        showsSecrets,
      } as const
      if (carrier.kind === 'get') {
        const full = routeUrl(method, carrier, { url, params })
        const outcome = await sendHttp({ url: full, signal })
        show(outcome, { ...shown, form: 'route', okStatuses: routeStatuses(method, carrier) })
        return
      }
      const body = requestText(method, params)
      if (carrier.kind === 'http') {
        show(await sendHttp({ url, body, signal }), shown)
        return
      }
      if (!staysOpen(method)) {
        show(await sendSocket({ url, body, signal }), shown)
        return
      }
      const events = feed(method, params)
      const ended = new Promise<string>((resolve) => {
        signal.addEventListener('abort', () => resolve('stopped'))
        void sendSocket({
          url,
          body,
          signal,
          onEvent: (text) => events.add(text, tell),
          onEnd: resolve,
        }).then((outcome) => {
          if (!show(outcome, shown)) return resolve('')
          response.append(events.element)
          onStay()
        })
      })
      const reason = await ended
      if (reason === '') ending.abort()
      else if (events.count() > 0 || response.contains(events.element))
        tell(
          `${events.summary()}, ${reason === 'stopped' ? reason : `closed by the node (${reason})`}.`,
        )
    },
    async toMock({ params, failure, showsSecrets }) {
      const signal = begin()
      const shown = {
        began: performance.now(),
        url: new URL('http://mock/'),
        from: 'Mock',
        form: 'rpc',
        okStatuses: rpcStatuses,
        showsSecrets,
      } as const
      // Lets the page update before values are generated.
      await new Promise((resolve) => setTimeout(resolve))
      const events = feed(method, params)
      const onEvent = (text: string): void => events.add(text, tell)
      const text = await mockAnswer(method, params, { failure, onEvent, signal })
      const isResult = show({ kind: 'response', text, status: undefined }, shown)
      if (!isResult || method.data.subscription === undefined) return
      response.append(events.element)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      tell(`${events.summary()}, stopped.`)
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

function sizeOf(text: string): string {
  return text.length < 2000 ? `${text.length} bytes` : `${(text.length / 1024).toFixed(1)} KiB`
}

/** Whether events may follow the response, even if only the method's name suggests it. */
function staysOpen({ data }: Method): boolean {
  return data.subscription !== undefined || /(^|[._])subscribe/i.test(data.name)
}

interface Feed {
  readonly element: HTMLElement
  readonly add: (text: string, tell: Tell) => void
  readonly count: () => number
  readonly summary: () => string
}

/** Collects notifications; other messages are ignored. */
function feed(method: Method, params: Params): Feed {
  const view = eventsView(method, payloadSchema(method, params))
  const { subscription } = method.data
  let count = 0
  return {
    element: view.element,
    add(text, tell) {
      const read = readJson(text)
      const name = read.kind === 'value' && isRecord(read.value) ? read.value['method'] : undefined
      const isNamed = subscription !== undefined && !subscription.inferred
      if (isNamed && name !== subscription.notification) return
      count++
      view.add(text)
      tell(`${view.summary()} so far.`)
    },
    count: () => count,
    summary: view.summary,
  }
}
