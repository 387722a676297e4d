import { element } from '../dom.ts'
import { readTypedJson } from '../json/typed-json.ts'
import { writeJson } from '../json/write-json.ts'
import type { Field } from '../schema/field.ts'
import type { Editor, FormContext, Slot } from './editor.ts'
import { scalarEditor } from './scalar.ts'

/** A JSON editor, for schemas that allow any value and for values that do not match the schema. */
export function rawEditor(slot: Slot, field: Field, context: FormContext): Editor {
  const text = slot.value === undefined ? '' : writeJson(slot.value, 48)
  const control = element('textarea', {
    class: 'try-code',
    spellcheck: 'false',
    autocapitalize: 'off',
    rows: String(Math.min(Math.max(text.split('\n').length, 1), 12)),
    placeholder: slot.required ? 'JSON' : 'JSON; leave empty to omit it',
  })
  control.value = text
  let value = slot.value
  const editor = scalarEditor(slot, field, { control, read: () => value, help: 'as JSON' })
  // While the JSON is invalid, the last value is kept, and no error of that value is shown.
  const showErrors: Editor['showErrors'] = (messages) =>
    editor.showErrors(control.validity.valid ? messages : [control.validationMessage])
  control.addEventListener('input', () => {
    const read = control.value.trim() === '' ? undefined : readTypedJson(control.value)
    control.setCustomValidity(read?.kind === 'faulty' ? read.message : '')
    showErrors([])
    if (read?.kind === 'faulty') return
    value = read?.value
    context.changed()
  })
  return { ...editor, showErrors }
}

/** Focuses the first JSON editor in a form whose text is no JSON. Returns whether there is one. */
export function focusInvalidJson(form: HTMLElement): boolean {
  const control = form.querySelector<HTMLTextAreaElement>('textarea:invalid')
  for (let fold = control?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true
  control?.focus()
  return control !== null
}
