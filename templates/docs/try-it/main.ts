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
    /** Set by programs that serve the API on the host of the site. */
    docsTryItServesApi?: boolean
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

/** A panel and its close button. They are kept with the input when the form is closed. */
interface Opened {
  readonly panel: Panel
  readonly frame: HTMLElement
  readonly close: HTMLElement
}

/**
 * `<rpcloom-try group="info" method="info.getPeers">`: the form of a method. `group` is the name of its data in the
 * folder `try-it`, and `method` the name of the method or of its page.
 */
class TryElement extends HTMLElement {
  #opened: Opened | undefined
  #making: Promise<Opened> | undefined
  readonly #readLink = (): void => this.#opened?.panel.readLink()

  connectedCallback(): void {
    addEventListener('hashchange', this.#readLink)
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

  disconnectedCallback(): void {
    removeEventListener('hashchange', this.#readLink)
    // An element that is only moved is connected again.
    queueMicrotask(() => {
      if (!this.isConnected) this.#opened?.panel.stop()
    })
  }

  /** Opens the form. Loads the data of the group first. */
  async open(): Promise<void> {
    const { panel, frame, close } = (this.#opened ??= await this.#makeOnce())
    this.querySelector('.try-about')?.setAttribute('hidden', '')
    this.append(close, frame)
    panel.focus()
  }

  #shut({ frame, close }: Opened): void {
    close.remove()
    frame.remove()
    this.querySelector('.try-about')?.removeAttribute('hidden')
    this.querySelector('button')?.focus()
  }

  #makeOnce(): Promise<Opened> {
    this.#making ??= this.#make().finally(() => (this.#making = undefined))
    return this.#making
  }

  async #make(): Promise<Opened> {
    const key = this.getAttribute('group') ?? ''
    const wanted = this.getAttribute('method')
    const scripts = ['try-it-formats.js', 'try-it-host.js', `try-it/${encodeURIComponent(key)}.js`]
    await Promise.all(scripts.map(load))
    const json = window.docsTryItData?.find(([name]) => name === key)?.[1]
    // The docs target has written data of this type.
    const group = json === undefined ? undefined : (parseLossless(json) as GroupData)
    const data = group?.methods.find(({ slug, name }) => slug === wanted || name === wanted)
    if (group === undefined || data === undefined)
      throw new Error('the page and its data are from different versions')
    if (window.docsTryItFormats) withFormats(group.document, window.docsTryItFormats)
    const panel = makePanel(methodOf(group, data))
    const close = button(icon('close'), () => this.#shut(opened), {
      class: 'tool try-close',
      'aria-label': 'Close Try it',
    })
    const frame = element('div', { class: 'try-frame' }, panel.element)
    const opened: Opened = { panel, frame, close }
    return opened
  }
}

customElements.define('rpcloom-try', TryElement)
