import type { Method, Params } from '../call/method.ts'
import { choice, element, newId } from '../dom.ts'
import { flatJson } from '../json/write-json.ts'
import { initialValue, generatedValue } from '../schema/initial.ts'
import { type Sent, sentCalls } from './session.ts'

/** Choices to fill the params: the document's examples, required params only, or generated values. */
export interface FillChoice {
  readonly element: HTMLElement
  readonly first: Params
  /** Shows the calls that were sent. */
  readonly showSent: (sent: readonly Sent[]) => void
}

interface Filling {
  readonly label: string
  readonly make: () => Params
}

export function fillChoice(method: Method, fill: (params: Params) => void): FillChoice {
  const fillings = fillingsOf(method)
  const select = choice(
    fillings.map(({ label }) => label.slice(0, 80)),
    0,
    { id: newId() },
  )
  let sent: readonly Sent[] = []
  const group = element('optgroup', { label: 'Sent in this tab' })
  const showSent = (calls: readonly Sent[]): void => {
    sent = calls
    const options = calls.map(({ at, params }, index) =>
      element('option', { value: `sent ${index}` }, `${at} ${flatJson(params)}`.slice(0, 80)),
    )
    group.replaceChildren(...options)
    if (calls.length > 0) select.append(group)
  }
  showSent(sentCalls.read(method.data.name))
  select.addEventListener('change', () => {
    const [, index] = /^sent (.*)$/.exec(select.value) ?? []
    const params = index === undefined ? undefined : sent[Number(index)]?.params
    fill(params ?? fillings[Number(select.value)]?.make() ?? {})
  })
  const label = element('label', { for: select.id }, 'Fill with')
  const isNeeded = method.params.length > 0
  return {
    element: element('div', { class: 'try-fill', hidden: !isNeeded }, label, select),
    first: fillings[0]?.make() ?? {},
    showSent,
  }
}

function fillingsOf(method: Method): readonly Filling[] {
  const { examples, params, resolve, data } = method
  let made = 0
  const required = params.filter((param) => param.required)
  const generated: Filling = {
    label: 'Generated values',
    make: () => {
      made++
      const seed = `${data.name}/${made}`
      return filled(required, (schema) => generatedValue(schema, resolve, seed))
    },
  }
  const least: Filling = {
    label: 'Required params only',
    make: () => filled(required, (schema) => initialValue(schema, resolve)),
  }
  const written = examples.map(({ name, params: values }) => ({
    label: `Example: ${name}`,
    make: () => structuredClone(values),
  }))
  return [...written, generated, least]
}

function filled(params: Method['params'], valueOf: (schema: unknown) => unknown): Params {
  const members = params.map(({ name, schema }) => [name, valueOf(schema)] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
