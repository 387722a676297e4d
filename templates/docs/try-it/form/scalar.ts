import { visibleJson } from '@rpcloom/schema/internal'
import { deepEqual } from '@rpcloom/schema/internal'
import { choice, element, newId } from '../dom.ts'
import { readTypedJson } from '../json/typed-json.ts'
import { flatJson } from '../json/write-json.ts'
import type { Field } from '../schema/field.ts'
import type { Editor, FormContext, Slot } from './editor.ts'
import { helpText, nameParts, notes, plain } from './labels.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Scalar {
  readonly control: Control
  readonly read: () => unknown
  readonly help?: string
}

export function scalarEditor(slot: Slot, field: Field, scalar: Scalar): Editor {
  const { control, read } = scalar
  control.id = newId()
  const help = [helpText(slot, field), scalar.help ?? ''].filter((text) => text !== '').join(' · ')
  const { elements, showErrors, describedBy } = notes(help)
  if (describedBy !== undefined) control.setAttribute('aria-describedby', describedBy)
  if (slot.isBare) control.setAttribute('aria-label', slot.name)
  const label = slot.isBare
    ? []
    : [element('label', { for: control.id }, ...nameParts(slot, field))]
  return {
    element: element('div', { class: 'try-field' }, ...label, control, ...elements),
    read,
    inner: () => undefined,
    showErrors: (messages) => showErrors(control, messages),
    focus: () => control.focus(),
  }
}

export function textEditor(
  slot: Slot,
  field: Field & { readonly kind: 'text' },
  context: FormContext,
): Editor {
  const { value } = slot
  const isLong = field.isLong || (typeof value === 'string' && /\n|.{160}/.test(value))
  const hides = field.isSecret && !context.showsSecrets
  const control =
    isLong && !hides
      ? element('textarea', { rows: '3', ...plainText })
      : element('input', { ...plainText, type: hides ? 'password' : 'text' })
  if (hides) control.setAttribute('autocomplete', 'new-password')
  let isGiven = typeof value === 'string'
  control.value = typeof value === 'string' ? value : ''
  placeholder(control, field)
  control.addEventListener('input', () => {
    // An empty optional string is omitted. An empty required string is sent.
    isGiven = control.value !== ''
    context.changed()
  })
  const read = (): unknown => (isGiven || slot.required ? control.value : undefined)
  return scalarEditor(slot, field, { control, read })
}

const plainText = {
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
} as const

function placeholder(control: HTMLElement, field: Field): void {
  if (field.placeholder === undefined || field.isSecret) return
  const shown = field.placeholder
  control.setAttribute('placeholder', typeof shown === 'string' ? shown : flatJson(shown))
}

/**
 * Creates a number input that keeps all digits. Other text is kept as it is, and validation rejects
 * it.
 */
export function numberEditor(
  slot: Slot,
  field: Field & { readonly kind: 'number' },
  context: FormContext,
): Editor {
  const hides = field.isSecret && !context.showsSecrets
  // An existing value stays a string or a number.
  const asText = slot.value === undefined ? field.asText : typeof slot.value === 'string'
  const control = element('input', {
    ...plainText,
    type: hides ? 'password' : 'text',
    inputmode: 'decimal',
  })
  control.value = numberText(slot.value)
  placeholder(control, field)
  control.addEventListener('input', () => context.changed())
  const read = (): unknown => {
    const text = control.value.trim()
    if (text === '') return undefined
    const read = asText ? undefined : readTypedJson(text)
    return read?.kind === 'value' && isNumeric(read.value) ? read.value : text
  }
  return scalarEditor(slot, field, { control, read })
}

function isNumeric(value: unknown): boolean {
  return Number.isFinite(value) || typeof value === 'bigint'
}

function numberText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : flatJson(value)
}

export function enumEditor(
  slot: Slot,
  field: Field & { readonly kind: 'enum' },
  context: FormContext,
): Editor {
  const { values } = field
  const texts = values.map(({ value, about }) => {
    const text = visibleJson(typeof value === 'string' && value !== '' ? value : flatJson(value))
    return (about === undefined ? text : `${text} — ${plain(about)}`).slice(0, 120)
  })
  const at = values.findIndex(({ value }) => deepEqual(value, slot.value))
  const offset = slot.required ? 0 : 1
  const control = choice(
    [...(slot.required ? [] : ['omitted']), ...texts],
    slot.value === undefined ? 0 : at + offset,
  )
  control.addEventListener('change', () => context.changed())
  const read = (): unknown => values[Number(control.value) - offset]?.value
  return scalarEditor(slot, field, { control, read })
}
