import { element } from '../dom.ts'

export async function copyText(text: string, showStatus: (message: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Pages opened from a folder may have no clipboard; copying a selection still works.
    const before = document.activeElement
    const area = element('textarea', { readonly: true, class: 'offscreen' })
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
  showStatus('Copied.')
}
