import { checkSchema } from '@rpcloom/schema'
import { choice, element } from '../dom.ts'
import type { Field } from '../schema/field.ts'
import { initialValue } from '../schema/initial.ts'
import type { Option } from '../schema/options.ts'
import type { Editor, FormContext, Making, Slot } from './editor.ts'
import { group } from './group.ts'

export function choiceEditor(
  slot: Slot,
  field: Field & { readonly kind: 'choice' },
  { context, create }: Making,
): Editor {
  const { options } = field
  const offset = slot.required ? 0 : 1
  const labels = options.map(({ label }) => label.slice(0, 80))
  const at = slot.value === undefined ? -1 : bestOption(options, slot.value, context)
  const selected = slot.value === undefined ? 0 : at + offset
  const select = choice([...(slot.required ? [] : ['omitted']), ...labels], selected, {
    'aria-label': `Type of ${slot.name}`,
  })
  const holder = element('div', { class: 'try-chosen' })
  let chosen: Editor | undefined

  function put(option: Option | undefined, value: unknown): void {
    chosen =
      option &&
      create(
        {
          schema: option.schema,
          name: slot.name,
          required: true,
          value,
          depth: slot.depth + 1,
          isBare: true,
        },
        context,
      )
    holder.replaceChildren(...(chosen === undefined ? [] : [chosen.element]))
  }
  put(options[selected - offset], slot.value)
  select.addEventListener('change', () => {
    const option = options[Number(select.value) - offset]
    put(option, option && initialValue(option.schema, context.resolve))
    context.changed()
  })
  const { element: frame, showErrors } = group(slot, field, select, holder)
  return {
    element: frame,
    read: () => chosen?.read(),
    inner: (part) => chosen?.inner(part),
    showErrors: (messages) => {
      if (chosen === undefined) return showErrors(messages)
      showErrors([])
      chosen.showErrors(messages)
    },
    focus: () => select.focus(),
  }
}

/** Returns the alternative that matches a value, or else the closest alternative. */
function bestOption(options: readonly Option[], value: unknown, { resolve }: FormContext): number {
  const faults = options.map(({ schema }) => checkSchema(schema, value, { resolve, maxIssues: 8 }))
  const costs = faults.map((issues) =>
    issues.some(({ pointer, keyword }) => pointer === '' && keyword === 'type')
      ? 99
      : issues.length,
  )
  return costs.indexOf(Math.min(...costs))
}
