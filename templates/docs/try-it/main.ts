import { parseLossless } from '@rpcloom/rpc/internal'
import { type Formats, withFormats } from '@rpcloom/schema/internal'
import { methodOf } from './call/method.ts'
import type { GroupData } from './group-data.ts'
import { button, element, icon } from './dom.ts'
import { makePanel, type Panel } from './panel/panel.ts'

declare global {
  interface Window {
    docsTryItData?: (readonly [group: string, json: string])[]
    docsTryItFormats?: Formats
  }
}

/** The folder of this script, which also has the data of groups and the custom formats. */
const assets = new URL(
  '.',
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href,
)

const loading = new Map<string, Promise<void>>()

/** Loads a script of the folder once. Classic scripts also load in pages opened from a folder. */
function load(path: string): Promise<void> {
  const loaded =
    loading.get(path) ??
    new Promise<void>((resolve, reject) => {
      const script = element('script', { src: new URL(path, assets).href })
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => {
        loading.delete(path)
        reject(new Error(`${path} is missing`))
      })
      document.head.append(script)
    })
  loading.set(path, loaded)
  return loaded
}

/** An opened panel. It is kept with its input when it is closed. */
interface Opened {
  readonly panel: Panel
  readonly frame: HTMLElement
}

/**
 * `<rpcloom-try group="info" method="info.getPeers">`: the form of a method. `group` is the name of its data in the
 * folder `try-it`, and `method` the name of the method or of its page.
 */
class TryElement extends HTMLElement {
  #opened: Opened | undefined

  connectedCallback(): void {
    // Pages of the docs have a heading and a button, which also load this script.
    if (this.childElementCount > 0) return
    const status = element('p', { role: 'status' })
    const open = (): void => {
      this.open().catch((error: unknown) => {
        status.textContent = `Try it is not available: ${error instanceof Error ? error.message : String(error)}`
      })
    }
    const about = element(
      'p',
      { class: 'try-about' },
      button('Try it', open, { class: 'try-open' }),
    )
    this.append(about, status)
  }

  /** Opens the form. Loads the data of the group first. */
  async open(): Promise<void> {
    const { panel, frame } = (this.#opened ??= await this.#make())
    const about = this.querySelector('.try-about')
    const close = button(icon('close'), shut, {
      class: 'tool try-close',
      'aria-label': 'Close Try it',
    })
    const opener = this.querySelector('button')
    function shut(): void {
      close.remove()
      frame.remove()
      about?.removeAttribute('hidden')
      opener?.focus()
    }
    about?.setAttribute('hidden', '')
    this.append(close, frame)
    panel.focus()
  }

  async #make(): Promise<Opened> {
    const key = this.getAttribute('group') ?? ''
    const wanted = this.getAttribute('method')
    await Promise.all([load('try-it-formats.js'), load(`try-it/${encodeURIComponent(key)}.js`)])
    const json = window.docsTryItData?.find(([name]) => name === key)?.[1]
    // The docs target has written data of this type.
    const group = json === undefined ? undefined : (parseLossless(json) as GroupData)
    const data = group?.methods.find(({ slug, name }) => slug === wanted || name === wanted)
    if (group === undefined || data === undefined)
      throw new Error('the page and its data are from different versions')
    if (window.docsTryItFormats) withFormats(group.document, window.docsTryItFormats)
    const panel = makePanel(methodOf(group, data))
    return { panel, frame: element('div', { class: 'try-frame' }, panel.element) }
  }
}

customElements.define('rpcloom-try', TryElement)
