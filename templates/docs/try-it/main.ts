import { parseLossless } from '@rpcloom/rpc/internal'
import { type Formats, withFormats } from '@rpcloom/schema/internal'
import { methodOf } from './call/method.ts'
import type { GroupData } from './group-data.ts'
import { button, element, icon } from './dom.ts'
import { makePanel, type Panel } from './panel/panel.ts'

declare global {
  interface Window {
    docsTryItData?: (readonly [path: string, json: string])[]
    docsTryItFormats?: Formats
    docsTryIt?: { readonly open: (section: HTMLElement) => void }
  }
}

/** An opened panel. It is kept with its input when it is closed. */
interface Opened {
  readonly panel: Panel
  readonly frame: HTMLElement
}

const panels = new WeakMap<HTMLElement, Opened>()

/** Opens Try it in the section of a method, which its attributes identify. */
function open(section: HTMLElement): void {
  const { panel, frame } = panels.get(section) ?? make(section)
  const about = section.querySelector('.try-about')
  const close = button(icon('close'), shut, {
    class: 'tool try-close',
    'aria-label': 'Close Try it',
  })
  function shut(): void {
    close.remove()
    frame.remove()
    about?.removeAttribute('hidden')
    section.querySelector('button')?.focus()
  }
  about?.setAttribute('hidden', '')
  section.append(close, frame)
  panel.focus()
}

function make(section: HTMLElement): Opened {
  const { tryData: path, tryMethod: slug } = section.dataset
  const json = window.docsTryItData?.find(([key]) => key === path)?.[1]
  // The docs target has written data of this type.
  const group = json === undefined ? undefined : (parseLossless(json) as GroupData)
  const data = group?.methods.find((method) => method.slug === slug)
  if (group === undefined || data === undefined)
    throw new Error('the page and its data are from different versions')
  if (window.docsTryItFormats) withFormats(group.document, window.docsTryItFormats)
  const panel = makePanel(methodOf(group, data))
  const opened = { panel, frame: element('div', { class: 'try-frame' }, panel.element) }
  panels.set(section, opened)
  return opened
}

window.docsTryIt = { open }
