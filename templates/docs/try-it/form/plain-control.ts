import { element } from '../dom.ts'

interface PlainControl {
  readonly value: string
  readonly label: string
  readonly placeholder?: string
}

/** A one-line input whose label is for screen readers only. */
export function plainControl({ value, label, placeholder }: PlainControl): HTMLInputElement {
  const input = element('input', {
    type: 'text',
    'aria-label': label,
    placeholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  })
  input.value = value
  return input
}
