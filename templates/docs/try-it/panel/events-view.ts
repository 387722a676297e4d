import { readJson } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/schema'
import type { Method } from '../call/method.ts'
import { element } from '../dom.ts'
import { paintJson } from '../json/paint-json.ts'
import { writeJson } from '../json/write-json.ts'

const kept = 50

export interface EventsView {
  readonly element: HTMLElement
  readonly add: (text: string) => void
  readonly summary: () => string
}

/** Lists the notifications of a subscription; other messages are ignored. */
export function eventsView(
  method: Method,
  payload: unknown,
  changed: (summary: string) => void,
): EventsView {
  const list = element('ol', { class: 'try-events', 'aria-label': 'Events' })
  const { subscription } = method.data
  const name = subscription?.inferred ? undefined : subscription?.notification
  let count = 0
  let invalid = 0
  const summary = (): string =>
    `${count === 1 ? '1 event' : `${count} events`}${invalid === 0 ? '' : `, ${invalid} of them not valid against the schema`}`
  return {
    element: list,
    summary,
    add(text) {
      const read = readJson(text)
      const message = read.kind === 'value' ? read.value : undefined
      if (name !== undefined && !(isRecord(message) && message['method'] === name)) return
      count++
      const value = read.kind === 'value' ? payloadOf(message, method) : text
      const issues = checkSchema(payload, value, { resolve: method.resolve, maxIssues: 5 })
      if (issues.length > 0) invalid++
      const time = new Date().toLocaleTimeString()
      const verdict =
        issues.length === 0
          ? 'valid against the schema'
          : issues.map(({ pointer, message: text }) => `${pointer} ${text}`).join('; ')
      const head = element(
        'p',
        { class: issues.length === 0 ? 'passed' : 'failed' },
        `${count} · ${time} · ${verdict}`,
      )
      list.prepend(element('li', {}, head, paintJson(writeJson(value))))
      while (list.children.length > kept) list.lastElementChild?.remove()
      changed(summary())
    },
  }
}

function payloadOf(message: unknown, { data }: Method): unknown {
  const params = isRecord(message) ? message['params'] : undefined
  const { payloadParam = 'result' } = data.subscription ?? {}
  return isRecord(params) && payloadParam in params ? params[payloadParam] : (params ?? message)
}
