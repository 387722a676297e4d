import { readJson } from '@rpcloom/conform'
import { isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import type { Method } from '../call/method.ts'
import { element } from '../dom.ts'
import { paintJson } from '../json/paint-json.ts'
import { writeJson } from '../json/write-json.ts'

/** Maximum number of events on the page, newest first. */
const kept = 50

export interface EventsView {
  readonly element: HTMLElement
  readonly add: (text: string) => void
  readonly summary: () => string
}

export function eventsView(method: Method, payload: unknown): EventsView {
  const list = element('ol', { class: 'try-events', 'aria-label': 'Events' })
  let count = 0
  let unfit = 0
  return {
    element: list,
    add(text) {
      count++
      const read = readJson(text)
      const value = read.kind === 'value' ? payloadOf(read.value, method) : text
      const issues = checkSchema(payload, value, { resolve: method.resolve, maxIssues: 5 })
      if (issues.length > 0) unfit++
      const time = new Date().toLocaleTimeString()
      const verdict =
        issues.length === 0
          ? 'valid against the schema'
          : issues.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
      const head = element(
        'p',
        { class: issues.length === 0 ? 'passed' : 'failed' },
        `${count} · ${time} · ${verdict}`,
      )
      list.prepend(element('li', {}, head, paintJson(writeJson(value))))
      while (list.children.length > kept) list.lastElementChild?.remove()
    },
    summary: () =>
      `${count === 1 ? '1 event' : `${count} events`}${unfit === 0 ? '' : `, ${unfit} of them not valid against the schema`}`,
  }
}

function payloadOf(message: unknown, { data }: Method): unknown {
  const params = isRecord(message) ? message['params'] : undefined
  const { payloadParam = 'result' } = data.subscription ?? {}
  return isRecord(params) && payloadParam in params ? params[payloadParam] : (params ?? message)
}
