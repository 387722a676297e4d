import { shellWord } from '../call/sample-text.ts'
import { curlSample, typescriptSample } from '../call/samples.ts'
import type { Method, Params } from '../call/method.ts'
import { routeUrl } from '../call/route.ts'
import { button, element, icon } from '../dom.ts'
import { copyText } from './copy.ts'
import { mayCall, warningsOf } from './caution.ts'
import { paramsPane } from './params-pane.ts'
import { openRun } from './run.ts'
import { type TargetChoice, targetChoice } from './target.ts'

type NodeCall = ReturnType<TargetChoice['node']> & { readonly values: Params }

export interface Panel {
  readonly element: HTMLElement
  readonly focus: () => void
}

/** Returns buttons that copy a call as a command and as a program. */
function copyButtons(
  method: Method,
  { endpoint, carrier, address, values }: NodeCall,
  showStatus: (message: string) => void,
): readonly HTMLElement[] {
  if (endpoint.kind === 'fault') return []
  const origin = /^[a-z]+:\/\//i.test(address)
    ? endpoint.url.origin.replace(/^ws/, 'http')
    : `http://${address}`
  const http = new URL(endpoint.url)
  http.protocol = http.protocol.replace('ws', 'http')
  const curl = (): string =>
    carrier.kind === 'get'
      ? `curl -s ${shellWord(routeUrl(method, carrier, { url: http, params: values }).href)}`
      : curlSample(method, values, http.href)
  const typescript = (): string => typescriptSample(method, values, origin) ?? ''
  const copyButton = (name: string, text: () => string): HTMLElement =>
    button(`Copy as ${name}`, () => void copyText(text(), showStatus), { class: 'try-small' })
  const hasProgram = method.data.subscription === undefined && method.group.client !== undefined
  return [
    ...(method.data.http ? [copyButton('curl', curl)] : []),
    ...(hasProgram ? [copyButton('TypeScript', typescript)] : []),
  ]
}

/** Creates the panel of a method. It sends nothing until the reader asks for it. */
export function makePanel(method: Method): Panel {
  const run = openRun(method)
  // The parts call `changed` while they are created, before all of them exist.
  let isReady = false
  const changed = (): void => {
    if (isReady) settle()
  }
  const params = paramsPane(method, changed)
  const target = targetChoice(method, changed)
  const warning = element('div', { class: 'try-warning', hidden: true })
  const send = button('Send', () => void start(false), {
    class: 'try-button primary',
    'aria-keyshortcuts': 'Control+Enter',
  })
  const anyway = button('Send anyway', () => void start(true), {
    class: 'try-button',
    hidden: true,
  })
  const stop = button('Cancel', () => run.stop(), { class: 'try-button', hidden: true })
  const copies = element('div', { class: 'try-copies' })
  const panel = element(
    'div',
    { class: 'try-panel' },
    target.element,
    params.element,
    warning,
    element('div', { class: 'try-actions' }, send, anyway, stop, copies),
    run.status,
    run.response,
  )

  function settle(): void {
    anyway.hidden = true
    const lines = warningsOf(method, target.read())
    warning.hidden = lines.length === 0
    warning.replaceChildren(
      icon('warn'),
      element('div', {}, ...lines.map((line) => element('p', {}, line))),
    )
    copies.replaceChildren(
      ...copyButtons(method, { ...target.node(), values: params.readMasked() }, run.showStatus),
    )
  }
  async function start(isAnyway: boolean): Promise<void> {
    const fault = params.showFaults()
    if (fault === 'json') return run.showStatus('Not sent: the params are not valid JSON.')
    if (fault === 'schema' && !isAnyway) {
      anyway.hidden = false
      return run.showStatus('Not sent: the params are not valid against the schema.')
    }
    anyway.hidden = true
    const destination = target.read()
    if (destination.kind === 'mock') {
      const { failure } = destination
      return during('Stop', () =>
        run.toMock({ params: params.read(), failure, showsSecrets: params.showsSecrets() }),
      )
    }
    const { endpoint, carrier } = destination
    if (endpoint.kind === 'fault') {
      run.showStatus(`Not sent. ${endpoint.message}`)
      return target.focusAddress()
    }
    const { url } = endpoint
    if (!(await mayCall(method, url))) return run.showStatus('Not sent.')
    const onStay = (): void => {
      stop.textContent = 'Stop'
    }
    await during('Cancel', () =>
      run.toNode({
        params: params.read(),
        carrier,
        url,
        onStay,
        showsSecrets: params.showsSecrets(),
      }),
    )
  }
  /** While a call is in progress, a cancel button replaces the send button. */
  async function during(word: string, act: () => Promise<void>): Promise<void> {
    const hadFocus = document.activeElement === send
    stop.textContent = word
    send.hidden = true
    stop.hidden = false
    if (hadFocus) stop.focus()
    await act()
    const goesBack = document.activeElement === stop
    stop.hidden = true
    send.hidden = false
    if (goesBack) send.focus()
  }
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || send.hidden) return
    event.preventDefault()
    void start(false)
  })
  isReady = true
  settle()
  return { element: panel, focus: params.focus }
}
