import { element } from '../dom.ts'

/** Puts text into the clipboard, and tells so. */
export async function copyText(text: string, tell: (message: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Pages of a folder may have no clipboard; a selection can still be copied.
    const before = document.activeElement
    const area = element('textarea', { readonly: true, class: 'offscreen' })
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
  tell('Copied.')
}
