import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import type { Channel, ChannelEvents } from '@rpcloom/rpc/channels'
import { openBrowser } from '../docs/browser.ts'
import { serve } from '../rpc/client-fixture.ts'

/** The frame: serves the methods of `ends.mjs` to the page around it. */
const served = `
import { window as channel } from '@rpcloom/rpc/channels'
import { serverOf } from './ends.mjs'
const origin = decodeURIComponent(location.hash.slice(1))
void serverOf().attach(channel(parent, { origin })).client.log({ message: 'ready' })
`

/** The page: passes messages between the test and the frame. */
const around = `
import { window as channel } from '@rpcloom/rpc/channels'
globalThis.open = (origin, hostile) => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const toFrame = channel(frame.contentWindow, { origin })
  toFrame.listen({ text: (text) => globalThis.received(text), drain() {}, alive() {}, end() {} })
  globalThis.toFrame = toFrame
  const here = '#' + encodeURIComponent(location.origin)
  frame.src = origin + '/' + here
  document.body.appendChild(document.createElement('iframe')).src = hostile
}
`

/** Another frame, whose messages must be ignored by both. */
const hostile = `
const call = (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params })
setInterval(() => {
  parent.postMessage(call('log', { message: 'forged' }), '*')
  parent.frames[0].postMessage(call('note', { n: -1 }), '*')
}, 1)
`

/** Serves a page with a script, at an origin of its own. */
async function pageOf(script: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
  const text = (outputFiles[0]?.text ?? '').replaceAll('</script', String.raw`<\/script`)
  return serve((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><body><script>${text}</script>`)
  })
}

/** Pages of several origins in a browser. */
export interface Frames {
  /** Returns the channel of a new page to a frame with a server. */
  open(): Promise<Channel>
  close(): Promise<void>
}

export async function openFrames(): Promise<Frames> {
  const [page, frame, other] = [await pageOf(around), await pageOf(served), await pageOf(hostile)]
  const browser: Browser = await openBrowser()
  return {
    async open() {
      const tab = await browser.newPage()
      let events: ChannelEvents | undefined
      const early: string[] = []
      let greeted = (): void => {}
      // Messages to a frame that has not loaded are lost. The frame greets when it has.
      const greeting = new Promise<void>((resolve) => (greeted = resolve))
      await tab.exposeFunction('received', (text: string) => {
        if (events) events.text(text)
        else early.push(text)
        greeted()
      })
      await tab.goto(page.url)
      const evaluate = (script: string): void => void tab.evaluate(script)
      evaluate(`open(${JSON.stringify(frame.url)}, ${JSON.stringify(other.url)})`)
      await greeting
      return {
        send: (text) => evaluate(`toFrame.send(${JSON.stringify(text)})`),
        listen(given) {
          queueMicrotask(() => {
            events = given
            for (const text of early.splice(0)) given.text(text)
          })
        },
        close: () => evaluate('toFrame.close()'),
      }
    },
    async close() {
      await browser.close()
      for (const one of [page, frame, other]) await one.close()
    },
  }
}
