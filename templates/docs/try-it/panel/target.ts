import { endpointOf, serverAddress, type Carrier, type Endpoint } from '../call/endpoint.ts'
import type { ListedError, Method } from '../call/method.ts'
import { choice, element, newId } from '../dom.ts'
import type { ServerData, ServerVariableData } from '../group-data.ts'
import { plainControl } from '../form/plain-control.ts'
import { memory } from './memory.ts'
import { sessionAddress, sessionHeaders } from './session.ts'

export type Destination =
  | { readonly kind: 'mock'; readonly failure: ListedError | undefined }
  | {
      readonly kind: 'node'
      readonly carrier: Carrier
      readonly endpoint: Endpoint
      readonly address: string
    }

export interface TargetChoice {
  readonly element: HTMLElement
  readonly read: () => Destination
  /** Returns the node to which calls are sent if the mock is not selected. */
  readonly node: () => Destination & { readonly kind: 'node' }
  readonly focusAddress: () => void
  /** Selects the server and headers of a command that the reader has pasted. */
  readonly choose: (address: string | undefined, headers: string) => void
}

export function targetChoice(method: Method, changed: () => void): TargetChoice {
  const name = newId()
  const startsWithNode = memory.read('target') === 'node'
  const mock = radio({ name, text: 'The mock in this page', checked: !startsWithNode })
  const node = radio({ name, text: 'A server', checked: startsWithNode })
  const failure = mockFailure(method, changed)
  const address = addressChoice(method, changed)
  const carrier = carrierChoice(method, changed)
  const headers = headersField()
  const shown = element('p', { class: 'try-endpoint' })
  const nodeParts = element(
    'div',
    { class: 'try-node' },
    address.element,
    carrier.element,
    headers.element,
  )

  function show(): void {
    const isNode = node.input.checked
    nodeParts.hidden = !isNode
    failure.element.hidden = isNode
    const { endpoint, carrier: by } = readNode()
    const verb = by.kind === 'http' ? 'POST' : by.kind === 'get' ? 'GET' : 'WebSocket'
    if (!isNode)
      shown.replaceChildren(
        'Responses come from the document’s examples and schemas. Nothing leaves this page.',
      )
    else if (endpoint.kind === 'fault') shown.replaceChildren(endpoint.message)
    else shown.replaceChildren(`${verb} `, element('code', {}, endpoint.url.href))
  }
  function readNode(): Destination & { readonly kind: 'node' } {
    const by = carrier.read()
    const at = address.read()
    const endpoint = endpointOf(at, by, {
      group: method.group,
      method: method.data,
      isListed: address.isListed(),
    })
    return { kind: 'node', carrier: by, endpoint, address: at }
  }
  const updateTarget = (): void => {
    memory.write('target', node.input.checked ? 'node' : 'mock')
    show()
    changed()
  }
  mock.input.addEventListener('change', updateTarget)
  node.input.addEventListener('change', updateTarget)
  for (const part of [address.element, carrier.element]) {
    part.addEventListener('input', show)
    part.addEventListener('change', show)
  }
  show()
  return {
    element: element(
      'fieldset',
      { class: 'try-target' },
      element('legend', {}, 'Send to'),
      element('div', { class: 'try-radios' }, mock.element, node.element),
      nodeParts,
      failure.element,
      shown,
    ),
    read: () => (node.input.checked ? readNode() : { kind: 'mock', failure: failure.read() }),
    node: readNode,
    focusAddress: address.focus,
    choose(at, lines) {
      if (at !== undefined) {
        address.write(at)
        node.input.checked = true
      }
      // The headers in the field may be for another server, and the command sends none of them.
      if (at !== undefined || lines !== '') headers.write(lines)
      updateTarget()
    },
  }
}

/** Headers that are sent with calls over HTTP. They are kept until the tab is closed. */
function headersField(): Part<string> & { readonly write: (lines: string) => void } {
  const area = element('textarea', {
    id: newId(),
    rows: '1',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'Authorization: Bearer …',
  })
  const write = (lines: string): void => {
    area.value = lines
    area.rows = Math.min(Math.max(lines.split('\n').length, 1), 6)
    sessionHeaders.write(lines)
  }
  area.value = sessionHeaders.read()
  area.addEventListener('input', () => write(area.value))
  const label = element('label', { for: area.id }, 'Headers, one per line')
  return {
    element: element('div', { class: 'try-labelled' }, label, area),
    read: () => area.value,
    write,
  }
}

interface Radio {
  readonly name: string
  readonly text: string
  readonly checked: boolean
}

function radio({ name, text, checked }: Radio): { element: HTMLElement; input: HTMLInputElement } {
  const input = element('input', { type: 'radio', name, id: newId(), checked })
  const label = element('label', { class: 'try-check', for: input.id }, input, ` ${text}`)
  return { element: label, input }
}

interface Part<T> {
  readonly element: HTMLElement
  readonly read: () => T
}

function mockFailure(method: Method, changed: () => void): Part<ListedError | undefined> {
  const { errors } = method
  const texts = errors.map(
    ({ code, reason, message }) => `Error ${String(code)} ${reason ?? message}`,
  )
  const select = choice(['As documented', ...texts.map((text) => text.slice(0, 80))], 0, {
    id: newId(),
  })
  select.addEventListener('change', changed)
  const label = element('label', { for: select.id }, 'Mock response')
  return {
    element: element(
      'div',
      { class: 'try-node' },
      ...(errors.length === 0 ? [] : [element('div', { class: 'try-labelled' }, label, select)]),
    ),
    read: () => errors[Number(select.value) - 1],
  }
}

function carrierChoice({ data }: Method, changed: () => void): Part<Carrier> {
  const ways: { readonly text: string; readonly carrier: Carrier }[] = []
  if (data.http) ways.push({ text: 'HTTP', carrier: { kind: 'http' } })
  if (data.ws) ways.push({ text: 'WebSocket', carrier: { kind: 'ws' } })
  for (const { paths } of data.routes) {
    for (const path of paths) ways.push({ text: `GET ${path}`, carrier: { kind: 'get', path } })
  }
  const first =
    data.subscription === undefined ? 0 : ways.findIndex(({ carrier }) => carrier.kind === 'ws')
  const select = choice(
    ways.map(({ text }) => text),
    Math.max(first, 0),
    { id: newId() },
  )
  select.addEventListener('change', changed)
  const label = element('label', { for: select.id }, 'Transport')
  return {
    element: element('div', { class: 'try-labelled', hidden: ways.length < 2 }, label, select),
    read: () => ways[Number(select.value)]?.carrier ?? { kind: 'http' },
  }
}

interface AddressChoice extends Part<string> {
  /** Whether a server of the document is selected. */
  readonly isListed: () => boolean
  readonly write: (address: string) => void
  readonly focus: () => void
}

/** Selects a server of the document, the server of this page, or another address. */
function addressChoice(method: Method, changed: () => void): AddressChoice {
  const servers = usableServers(method)
  const own = /^https?:$/.test(location.protocol) ? location.origin : undefined
  const known = [
    ...(own === undefined ? [] : ['This page’s own address']),
    ...servers.map(serverText),
  ]
  const otherIndex = known.length
  const remembered = sessionAddress.read()
  const usual =
    remembered || (servers.length === 0 && own === undefined ? 'http://127.0.0.1:9650' : '')
  const select = choice([...known, 'Another address'], firstChoice(), { id: newId() })
  const input = plainControl({
    value: usual,
    label: 'Address of the server',
    placeholder: 'http://127.0.0.1:9650',
  })
  input.setAttribute('inputmode', 'url')
  const variables = element('div', { class: 'try-variables' })
  let values: Readonly<Record<string, () => string>> = {}

  function firstChoice(): number {
    if (remembered !== '') return otherIndex
    if (own !== undefined && window.docsTryItServesApi === true) return 0
    if (servers.length === 0) return own === undefined ? otherIndex : 0
    const isSubscribed = method.data.subscription !== undefined
    const socket = servers.findIndex((one) => /^ws/i.test(serverAddress(one)))
    return otherIndex - servers.length + (isSubscribed ? Math.max(socket, 0) : 0)
  }
  function server(): ServerData | undefined {
    return servers[Number(select.value) - (otherIndex - servers.length)]
  }
  function read(): string {
    const at = Number(select.value)
    if (at === otherIndex) return input.value
    const chosen = server()
    if (chosen === undefined) return own ?? ''
    return serverAddress(
      chosen,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value()])),
    )
  }
  function show(): void {
    input.hidden = Number(select.value) !== otherIndex
    const fields = (server()?.variables ?? []).map((variable) => variableField(variable))
    variables.replaceChildren(...fields.map(({ element: field }) => field))
    values = Object.fromEntries(fields.map(({ name, read: value }) => [name, value]))
  }
  const remember = (): void =>
    sessionAddress.write(Number(select.value) === otherIndex ? input.value : '')
  select.addEventListener('change', () => {
    remember()
    show()
    changed()
  })
  variables.addEventListener('input', changed)
  variables.addEventListener('change', changed)
  input.addEventListener('input', changed)
  input.addEventListener('change', remember)
  show()
  const label = element('label', { for: select.id }, 'Server')
  return {
    element: element('div', { class: 'try-labelled' }, label, select, input, variables),
    read,
    isListed: () => server() !== undefined,
    write(address) {
      select.value = String(otherIndex)
      input.value = address
      show()
    },
    focus: () => (input.hidden ? select : input).focus(),
  }
}

function usableServers({ data, group }: Method): readonly ServerData[] {
  return (data.servers ?? group.servers).filter((server) =>
    /^(https?|wss?):\/\//i.test(serverAddress(server)),
  )
}

function serverText(server: ServerData): string {
  const address = serverAddress(server)
  return (server.name === undefined ? address : `${server.name} (${address})`).slice(0, 100)
}

function variableField(variable: ServerVariableData): {
  name: string
  element: HTMLElement
  read: () => string
} {
  const { name, default: usual, enum: values } = variable
  if (values !== undefined) {
    const select = choice(values, Math.max(values.indexOf(usual), 0), { id: newId() })
    const label = element('label', { for: select.id }, name)
    return {
      name,
      element: element('div', { class: 'try-labelled' }, label, select),
      read: () => values[Number(select.value)] ?? usual,
    }
  }
  const input = plainControl({ value: usual, label: name })
  const label = element('span', { 'aria-hidden': 'true' }, name)
  return {
    name,
    element: element('div', { class: 'try-labelled' }, label, input),
    read: () => input.value,
  }
}
