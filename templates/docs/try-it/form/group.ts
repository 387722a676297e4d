import { button, element } from '../dom.ts'
import type { Remarks } from '../schema/remarks.ts'
import type { Editor, Slot } from './editor.ts'
import { helpText, nameParts, notes } from './labels.ts'

export interface Group {
  readonly element: HTMLFieldSetElement
  readonly showErrors: (messages: readonly string[]) => void
}

export function group(slot: Slot, remarks: Remarks, ...inner: readonly HTMLElement[]): Group {
  const { elements, showErrors } = notes(slot.isBare ? '' : helpText(slot, remarks))
  const frame = element('fieldset', {
    class: slot.isBare ? 'try-group bare' : 'try-group',
    tabindex: '-1',
  })
  if (slot.isBare) frame.setAttribute('aria-label', slot.name)
  else frame.append(element('legend', {}, ...nameParts(slot, remarks)))
  frame.append(...elements, ...inner)
  return { element: frame, showErrors: (messages) => showErrors(frame, messages) }
}

interface Filling {
  readonly make: () => Editor
  readonly changed: () => void
}

/**
 * Creates an editor for an optional value that is created on request. Creating all optional values
 * at once would never end for recursive schemas.
 */
export function optionalEditor(slot: Slot, remarks: Remarks, { make, changed }: Filling): Editor {
  let filled: Editor | undefined
  const { elements, showErrors } = notes(helpText(slot, remarks))
  const add = button('Add', () => put(make(), true), {
    class: 'try-small',
    'aria-label': `Add ${slot.name}`,
  })
  const drop = button('Omit', () => put(undefined, true), {
    class: 'try-small try-drop',
    'aria-label': `Omit ${slot.name}`,
  })
  const head = element('div', { class: 'try-absent' }, ...nameParts(slot, remarks), add)
  const absent = element('div', { class: 'try-field' }, head, ...elements)
  const holder = element('div', { class: 'try-holder' })
  const focus = (): void => (filled === undefined ? add : filled).focus()

  function put(editor: Editor | undefined, isNew: boolean): void {
    filled = editor
    holder.replaceChildren(...(editor === undefined ? [absent] : [editor.element, drop]))
    if (!isNew) return
    changed()
    focus()
  }
  put(slot.value === undefined ? undefined : make(), false)
  return {
    element: holder,
    read: () => filled?.read(),
    inner: (part) => filled?.inner(part),
    showErrors: (messages) =>
      filled === undefined ? showErrors(head, messages) : filled.showErrors(messages),
    focus,
  }
}
