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
  control.addEventListener('input', () => {
    const read = control.value.trim() === '' ? undefined : readTypedJson(control.value)
    if (read?.kind === 'faulty') {
      // While the JSON is invalid, the last value is kept and the error is shown.
      editor.showErrors([read.message])
      return
    }
    editor.showErrors([])
    value = read?.value
    context.changed()
  })
  return editor
}
