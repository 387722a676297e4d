import type { Method, Params } from '../call/method.ts'
import { choice, element, newId } from '../dom.ts'
import { initialValue, generatedValue } from '../schema/initial.ts'

/** Choices to fill the params: the document's examples, required params only, or generated values. */
export interface FillChoice {
  readonly element: HTMLElement
  readonly first: Params
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
  select.addEventListener('change', () => fill(fillings[Number(select.value)]?.make() ?? {}))
  const label = element('label', { for: select.id }, 'Fill with')
  const isNeeded = method.params.length > 0
  return {
    element: element('div', { class: 'try-fill', hidden: !isNeeded }, label, select),
    first: fillings[0]?.make() ?? {},
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
