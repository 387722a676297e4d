import { visibleJson } from '@rpcloom/schema/internal'
import type { SchemaIssue } from '@rpcloom/schema'
import type { Response, Listed } from '../call/response.ts'
import type { Method } from '../call/method.ts'
import { requestId } from '../call/samples.ts'
import { element, icon } from '../dom.ts'
import { paintJson } from '../json/paint-json.ts'
import { flatJson, writeJson } from '../json/write-json.ts'
import { masked } from '../schema/secrets.ts'
import { codeLine, statusText, type FailureText } from './failure-view.ts'

const longest = 4000

export interface ResponseParts {
  readonly response: Response
  readonly status: number | undefined
  readonly okStatuses: readonly number[]
  readonly showsSecrets: boolean
  /** Source of the response, if the response does not come from a node. */
  readonly from?: string
}

export interface ResponseView {
  readonly elements: readonly HTMLElement[]
  readonly summary: string
  readonly isGood: boolean
}

export function responseView(method: Method, parts: ResponseParts): ResponseView {
  const { stray } = parts.response
  const view = outcomeView(method, parts)
  if (stray === undefined || !isResponse(parts.response)) return view
  const idPart = 'id' in stray ? `has the \`id\` ${flatJson(stray.id)}` : 'has no `id`'
  const note = `It ${idPart}, the request \`${requestId}\`: clients would take it for the response to another call.`
  return {
    elements: [codeLine(note), ...view.elements],
    summary: 'Not the response to this request',
    isGood: false,
  }
}

function isResponse({ kind }: Response): boolean {
  return kind === 'result' || kind === 'error'
}

function outcomeView(method: Method, parts: ResponseParts): ResponseView {
  const { response, status, okStatuses } = parts
  const odd = status === undefined || okStatuses.includes(status) ? undefined : statusText(status)
  const notes = odd === undefined ? [] : [codeLine(odd)]
  switch (response.kind) {
    case 'result':
      return resultView(method, response, { ...parts, notes })
    case 'error':
      return {
        elements: [...notes, listedView(response.listed), paintJson(writeJson(response.value))],
        summary: 'The server returned an error',
        isGood: false,
      }
    case 'other':
      return {
        elements: [
          ...notes,
          codeLine(
            'This is JSON, but not a JSON-RPC response: it has neither `result` nor `error`.',
          ),
          paintJson(writeJson(response.value)),
        ],
        summary: 'Not a JSON-RPC response',
        isGood: false,
      }
    case 'text':
      return {
        elements: [
          ...notes,
          codeLine('This is not JSON: the address probably belongs to another service.'),
          plainText(response.text),
        ],
        summary: 'Not a JSON-RPC response',
        isGood: false,
      }
    default:
      return response satisfies never
  }
}

function plainText(text: string): HTMLElement {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text
  return element('pre', { class: 'code', tabindex: '0' }, element('code', {}, visibleJson(shown)))
}

function resultView(
  method: Method,
  { value, issues }: Response & { readonly kind: 'result' },
  { notes, showsSecrets, from }: ResponseParts & { readonly notes: readonly HTMLElement[] },
): ResponseView {
  const { result, resolve } = method
  const isNear = from !== undefined && issues.length > 0
  const shown = showsSecrets ? value : masked(value, result, resolve)
  const isMasked = shown !== value
  return {
    elements: [
      ...notes,
      ...faultsView(issues),
      ...(isNear ? [codeLine('The mock found no valid value and returned an approximation.')] : []),
      ...(isMasked ? [codeLine('Secrets are masked; “Show secrets” displays them.')] : []),
      paintJson(writeJson(shown)),
    ],
    summary:
      issues.length === 0
        ? 'Valid against the schema'
        : `Not valid against the schema: ${counted(issues.length)}`,
    isGood: issues.length === 0,
  }
}

function counted(count: number): string {
  return count === 1 ? '1 issue' : `${count} issues`
}

function faultsView(issues: readonly SchemaIssue[]): readonly HTMLElement[] {
  if (issues.length === 0) return []
  const rows = issues.map(({ pointer, message }) =>
    element(
      'li',
      {},
      element('code', {}, visibleJson(pointer === '' ? '(the result)' : pointer)),
      ` ${message}`,
    ),
  )
  const view = element(
    'div',
    { class: 'try-verdict failed' },
    icon('warn'),
    element(
      'div',
      {},
      `Not valid against the schema: ${counted(issues.length)}`,
      element('ul', {}, ...rows),
    ),
  )
  return [view]
}

function listedView(listed: Listed): HTMLElement {
  switch (listed.kind) {
    case 'listed': {
      const { reason, when, message } = listed.error
      const line = element('div', {}, 'Listed for this method')
      line.append(
        reason === undefined ? '' : ' as ',
        reason === undefined ? '' : element('code', {}, reason),
      )
      line.append(when === undefined && message === '' ? '.' : `: ${when ?? message}`)
      return element('div', { class: 'try-verdict' }, icon('warn'), line)
    }
    case 'reserved':
      return element(
        'div',
        { class: 'try-verdict' },
        icon('warn'),
        element('div', {}, listed.about),
      )
    case 'unlisted':
      return element(
        'div',
        { class: 'try-verdict failed' },
        icon('warn'),
        element('div', {}, 'The document does not list this error for the method.'),
      )
    default:
      return listed satisfies never
  }
}

export function failureView({ title, points }: FailureText): readonly HTMLElement[] {
  const list = element('ul', { class: 'try-points' })
  for (const point of points) list.append(element('li', {}, ...codeLine(point).childNodes))
  return [element('p', { class: 'try-verdict failed' }, icon('warn'), title), list]
}
