import { curlGetText } from '../call/sample-text.ts'
import { curlSample, type SampleCall, typescriptSample } from '../call/samples.ts'
import type { Method, Params } from '../call/method.ts'
import { routeUrl } from '../call/route.ts'
import { button, element, icon } from '../dom.ts'
import { callButtons } from './call-buttons.ts'
import { copyText } from './copy.ts'
import { linkOf } from './link.ts'
import { mayCall, warningsOf } from './caution.ts'
import { paramsPane } from './params-pane.ts'
import { type Call, openRun } from './run.ts'
import { headersIn, sessionHeaders } from './session.ts'
import { type TargetChoice, targetChoice } from './target.ts'

type NodeCall = ReturnType<TargetChoice['node']> & { readonly values: Params }

export interface Panel {
  readonly element: HTMLElement
  readonly focus: () => void
  /** Fills the form with the params in the address of the page, if it has any. */
  readonly readLink: () => void
  /** Cancels the call, or ends the subscription. */
  readonly stop: () => void
}

function copyButton(
  label: string,
  text: () => string,
  showStatus: (message: string) => void,
): HTMLElement {
  return button(label, () => void copyText(text(), showStatus), { class: 'try-small' })
}

/** Returns buttons that copy a call as a command and as a program. */
function copyButtons(
  method: Method,
  { endpoint, carrier, address, values }: NodeCall,
  showStatus: (message: string) => void,
): readonly HTMLElement[] {
  if (endpoint.kind === 'fault') return []
  const isSocket = !method.data.http && method.data.subscription === undefined
  const origin = /^[a-z]+:\/\//i.test(address)
    ? endpoint.url.origin.replace(/^(ws|http)/, isSocket ? 'ws' : 'http')
    : `${isSocket ? 'ws' : 'http'}://${address}`
  const http = new URL(endpoint.url)
  http.protocol = http.protocol.replace('ws', 'http')
  const call = (): SampleCall => ({ params: values, headers: headersIn(sessionHeaders.read()) })
  const curl = (): string =>
    carrier.kind === 'get'
      ? curlGetText(routeUrl(method, carrier, { url: http, params: values }).href, call().headers)
      : curlSample(method, call(), http.href)
  const typescript = (): string => typescriptSample(method, call(), origin) ?? ''
  const hasProgram = method.data.subscription === undefined && method.group.client !== undefined
  return [
    ...(method.data.http ? [copyButton('Copy as curl', curl, showStatus)] : []),
    ...(hasProgram ? [copyButton('Copy as TypeScript', typescript, showStatus)] : []),
  ]
}

function showWarnings(box: HTMLElement, lines: readonly string[]): void {
  box.hidden = lines.length === 0
  const paragraphs = lines.map((line) => element('p', {}, line))
  box.replaceChildren(icon('warn'), element('div', {}, ...paragraphs))
}

/** Creates the panel of a method. The panel sends nothing until the reader clicks a button. */
export function makePanel(method: Method): Panel {
  const run = openRun(method)
  // Parts of the panel call `changed` during creation, before all parts exist.
  let isReady = false
  const changed = (): void => {
    if (isReady) updatePanel()
  }
  const target = targetChoice(method, changed)
  const params = paramsPane(method, {
    changed,
    pasted: ({ url, headers }) => target.choose(url, headers),
  })
  const buttons = callButtons({ send: (isAnyway) => void start(isAnyway), stop: run.stop })
  const warning = element('div', { class: 'try-warning', hidden: true })
  const copies = element('div', { class: 'try-copies' })
  const panel = element(
    'div',
    { class: 'try-panel' },
    target.element,
    params.element,
    warning,
    element('div', { class: 'try-actions' }, ...buttons.elements, copies),
    run.status,
    run.response,
  )

  function updatePanel(): void {
    buttons.offerAnyway(false)
    showWarnings(warning, warningsOf(method, target.read()))
    copies.replaceChildren(
      ...copyButtons(method, { ...target.node(), values: params.readMasked() }, run.showStatus),
      copyButton('Copy link', () => linkOf(method, params.readMasked()), run.showStatus),
    )
  }
  async function start(isAnyway: boolean): Promise<void> {
    const fault = params.showFaults()
    if (fault === 'json') return run.showStatus('Not sent: correct the JSON of the params first.')
    const isRejected = fault === 'schema' && !isAnyway
    buttons.offerAnyway(isRejected)
    if (isRejected) {
      return run.showStatus('Not sent: the params are not valid against the schema.')
    }
    params.keepSent()
    const destination = target.read()
    if (destination.kind === 'node') return sendToNode(destination)
    await buttons.during('Stop', () => run.toMock({ ...callOf(), failure: destination.failure }))
  }
  async function sendToNode({
    endpoint,
    carrier,
  }: ReturnType<TargetChoice['node']>): Promise<void> {
    if (endpoint.kind === 'fault') {
      run.showStatus(`Not sent. ${endpoint.message}`)
      return target.focusAddress()
    }
    const { url } = endpoint
    if (!(await mayCall(method, url))) return run.showStatus('Not sent.')
    const onStay = (): void => buttons.nameStop('Stop')
    await buttons.during('Cancel', () => run.toNode({ ...callOf(), carrier, url, onStay }))
  }
  function callOf(): Call {
    return { params: params.read(), showsSecrets: params.showsSecrets() }
  }
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || buttons.isBusy()) return
    event.preventDefault()
    void start(false)
  })
  isReady = true
  updatePanel()
  return { element: panel, focus: params.focus, readLink: params.readLink, stop: run.stop }
}
