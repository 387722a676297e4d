import { replaceMisleading } from '@rpcloom/schema/internal'
import { element, newId } from '../dom.ts'
import type { Remarks } from '../schema/remarks.ts'
import type { Slot } from './editor.ts'

/** Maximum length of a description in the form; the page shows the whole text. */
const longest = 140

export function nameParts(slot: Slot, remarks: Remarks): readonly Node[] {
  return [
    element('span', { class: 'try-name' }, slot.name === '' ? '(no name)' : slot.name),
    ...(remarks.word === '' ? [] : [element('small', {}, remarks.word)]),
    ...(remarks.isDeprecated ? [element('small', { class: 'old' }, 'deprecated')] : []),
    ...(slot.required ? [] : [element('small', { class: 'try-optional' }, 'optional')]),
  ]
}

export function helpText(slot: Slot, remarks: Remarks): string {
  const about = plain(slot.about ?? remarks.description ?? '')
  return [about, remarks.hints.join(', ')].filter((text) => text !== '').join(' · ')
}

/** Returns the first sentence of Markdown as plain text. */
export function plain(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n|(?<=[.!?])\s/)
  const bare = replaceMisleading(first, () => '', '\n\r\t')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
  return bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare
}

export interface Notes {
  readonly elements: readonly HTMLElement[]
  /** Shows errors and marks the control as invalid, so that screen readers announce the errors. */
  readonly showErrors: (control: HTMLElement, messages: readonly string[]) => void
  readonly describedBy: string | undefined
}

export function notes(help: string): Notes {
  const hint = element('p', { class: 'try-hint', id: newId() }, help)
  const fault = element('p', { class: 'try-fault', id: newId(), hidden: true })
  const describedBy = help === '' ? undefined : hint.id
  return {
    elements: help === '' ? [fault] : [hint, fault],
    describedBy,
    showErrors(control, messages) {
      fault.textContent = messages.join('; ')
      fault.hidden = messages.length === 0
      // Only inputs can be marked as invalid. For groups of inputs, only the message is shown.
      if (!('value' in control)) return
      if (messages.length === 0) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
      const ids = [...(messages.length === 0 ? [] : [fault.id]), ...(describedBy ? [hint.id] : [])]
      if (ids.length === 0) control.removeAttribute('aria-describedby')
      else control.setAttribute('aria-describedby', ids.join(' '))
    },
  }
}
