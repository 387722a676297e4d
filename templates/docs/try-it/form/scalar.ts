import { deepEqual, visibleJson } from '@rpcloom/rpc/internal'
import { choice, element, newId } from '../dom.ts'
import { numberOf } from '../json/read-json.ts'
import { flatJson } from '../json/write-json.ts'
import type { EnumValue, Field } from '../schema/field.ts'
import type { Editor, FormContext, Slot } from './editor.ts'
import { helpText, nameParts, notes, plain } from './labels.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Scalar {
  readonly control: Control
  readonly read: () => unknown
  readonly help?: string
}

/** A control with its label, help and errors. */
export function scalarEditor(slot: Slot, field: Field, scalar: Scalar): Editor {
  const { control, read } = scalar
  control.id = newId()
  const help = [helpText(slot, field), scalar.help ?? ''].filter((text) => text !== '').join(' · ')
  const { elements, say, describedBy } = notes(help)
  if (describedBy !== undefined) control.setAttribute('aria-describedby', describedBy)
  if (slot.isBare) control.setAttribute('aria-label', slot.name)
  const label = slot.isBare
    ? []
    : [element('label', { for: control.id }, ...nameParts(slot, field))]
  return {
    element: element('div', { class: 'try-field' }, ...label, control, ...elements),
    read,
    inner: () => undefined,
    say: (messages) => say(control, messages),
    focus: () => control.focus(),
  }
}

/** A text input; passwords are hidden, and long text gets several lines. */
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
    // An optional string that is emptied is omitted. A required one is sent as the empty string.
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

/** An input for a number with all its digits; other text is kept for validation to reject. */
export function numberEditor(
  slot: Slot,
  field: Field & { readonly kind: 'number' },
  context: FormContext,
): Editor {
  const hides = field.isSecret && !context.showsSecrets
  // An existing value keeps its form.
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
    if (asText || !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return text
    return numberOf(text) ?? text
  }
  return scalarEditor(slot, field, { control, read })
}

function numberText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : flatJson(value)
}

/** A choice of enum values. */
export function enumEditor(
  slot: Slot,
  field: Field & { readonly kind: 'enum' },
  context: FormContext,
): Editor {
  return listEditor(slot, { field, values: field.values }, context)
}

export function booleanEditor(slot: Slot, field: Field, context: FormContext): Editor {
  const values = [false, true].map((value) => ({ value, about: undefined }))
  return listEditor(slot, { field, values }, context)
}

export function nullEditor(slot: Slot, field: Field, context: FormContext): Editor {
  return listEditor(slot, { field, values: [{ value: null, about: undefined }] }, context)
}

interface Listed {
  readonly field: Field
  readonly values: readonly EnumValue[]
}

const leftOut = 'left out'

function listEditor(slot: Slot, { field, values }: Listed, context: FormContext): Editor {
  const texts = values.map(({ value, about }) => {
    const text = visibleJson(typeof value === 'string' && value !== '' ? value : flatJson(value))
    return (about === undefined ? text : `${text} — ${plain(about)}`).slice(0, 120)
  })
  const at = values.findIndex(({ value }) => deepEqual(value, slot.value))
  const offset = slot.required ? 0 : 1
  const control = choice(
    [...(slot.required ? [] : [leftOut]), ...texts],
    slot.value === undefined ? 0 : at + offset,
  )
  control.addEventListener('change', () => context.changed())
  const read = (): unknown => values[Number(control.value) - offset]?.value
  return scalarEditor(slot, field, { control, read })
}
