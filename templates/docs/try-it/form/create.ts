import { fieldOf, canRepresent, type Field } from '../schema/field.ts'
import { initialValue } from '../schema/initial.ts'
import { arrayEditor } from './array.ts'
import { choiceEditor } from './choice.ts'
import type { Editor, FormContext, Slot } from './editor.ts'
import { optionalEditor } from './group.ts'
import { objectEditor } from './object.ts'
import { rawEditor } from './raw.ts'
import { enumEditor, numberEditor, textEditor } from './scalar.ts'

/**
 * Maximum depth at which required values are created at once. Deeper values, like optional values, are only
 * created when the reader asks for them.
 */
const deepest = 8
/** Maximum depth of a form. Deeper values are written as JSON: alternatives may refer to themselves for ever. */
const deepestForm = 60

export function createEditor(slot: Slot, context: FormContext): Editor {
  const field = fieldOf(slot.schema, context.resolve)
  const waits = field.kind === 'object' || field.kind === 'array' || field.kind === 'any'
  const isOptional = !slot.required || (slot.depth > deepest && slot.value === undefined)
  const opens = waits || (field.kind === 'choice' && slot.depth > deepest)
  if (!opens || !isOptional) return filledEditor(slot, field, context)
  return optionalEditor(slot, field, {
    changed: context.changed,
    make: () => {
      const value = slot.value ?? initialValue(slot.schema, context.resolve)
      return filledEditor({ ...slot, value, required: true }, field, context)
    },
  })
}

function filledEditor(slot: Slot, field: Field, context: FormContext): Editor {
  if (slot.depth > deepestForm || (slot.value !== undefined && !canRepresent(field, slot.value))) {
    return rawEditor(slot, field, context)
  }
  switch (field.kind) {
    case 'object':
      return objectEditor(slot, field, { context, create: createEditor })
    case 'array':
      return arrayEditor(slot, field, { context, create: createEditor })
    case 'choice':
      return choiceEditor(slot, field, { context, create: createEditor })
    case 'enum':
      return enumEditor(slot, field, context)
    case 'number':
      return numberEditor(slot, field, context)
    case 'text':
      return textEditor(slot, field, context)
    case 'any':
      return field.isSecret && typeof (slot.value ?? '') === 'string'
        ? textEditor(slot, { ...field, kind: 'text', isLong: false }, context)
        : rawEditor(slot, field, context)
    default:
      return field satisfies never
  }
}
