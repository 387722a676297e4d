import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'

/** The docs package of the node, which `npm run build` generates. */
export const ourDocs: string = resolve(import.meta.dirname, '../../packages/docs')

const executable = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Whether a browser is installed. If all suites have to run, a missing browser is a failure. */
export function hasBrowser(): boolean {
  if (existsSync(executable)) return true
  if (process.env['RPCLOOM_ALL_SUITES'] === '1')
    throw new Error(`There is no browser at ${executable}`)
  console.warn(`Skipped: there is no browser at ${executable}; set CHROMIUM to the path of one.`)
  return false
}

/** Starts a browser without network access. */
export async function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A renderer is kept when the page changes.
      '--disable-site-isolation-trials',
    ],
  })
}

/** The generated server of a docs package, on a free port. */
export interface Served {
  readonly url: string
  readonly stop: () => void
}

/** Starts the generated server. */
export async function serve(folder: string): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'serve.mjs'), '--port', '0'])
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => resolve(text.toString().trim()))
    child.stderr?.on('data', (text: Buffer) => reject(new Error(text.toString())))
    child.on('error', reject)
  })
  return { url, stop: () => void child.kill() }
}

export interface Watched {
  readonly page: Page
  readonly faults: string[]
}

/** Opens a page in its own context, and records errors and requests to other origins. */
export async function watch(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|file:)/.test(request.url())) faults.push(request.url())
  })
  await page.goto(url)
  return { page, faults }
}

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface View {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

/** Opens a page in the same tab as the page before it, with an empty storage. */
export type OpenInTab = (url: string, view?: View) => Promise<Watched>

/** Opens a tab: a renderer that runs takes a third of the time that a page in its own context takes. */
export async function openTab(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<OpenInTab> {
  const { page, faults } = await watch(browser, 'about:blank', options)
  return async (url, { viewport = desk, colorScheme = 'light' } = {}) => {
    if (page.url() !== 'about:blank') {
      await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()))
      // Otherwise another fragment of the same address would not load the page again.
      await page.goto('about:blank')
    }
    await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, colorScheme })
    faults.length = 0
    await page.goto(url)
    return { page, faults }
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The axe rules about colors. A theme only changes the values of CSS variables. */
const byColour: readonly string[] = ['color-contrast', 'link-in-text-block']

/**
 * Returns the axe rules that an element of a page violates in either theme, with the elements: of all rules in the
 * light theme, and of the rules about colors in the dark theme.
 */
export async function violations(page: Page, inside = 'html'): Promise<readonly unknown[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(axeSource)
  const light = await violationsOf(page, inside)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await violationsOf(page, inside, byColour))]
}

/** Returns the elements that are too small to hit, or covered. Takes a fraction of the time of `violations`. */
export async function smallTargets(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axeSource)
  return violationsOf(page, 'html', ['target-size'])
}

async function violationsOf(
  page: Page,
  inside: string,
  only?: readonly string[],
): Promise<readonly unknown[]> {
  return page.evaluate(
    async ([root, wanted]) => {
      const { axe } = window as unknown as {
        axe: {
          run: (
            inside: string,
            options: object,
          ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      // Disabled by default; required by WCAG 2.2.
      const rules = { 'target-size': { enabled: true } }
      const { violations: found } = await axe.run(root, {
        resultTypes: ['violations'],
        ...(wanted === undefined ? { rules } : { runOnly: { type: 'rule', values: wanted } }),
      })
      return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
    },
    [inside, only] as const,
  )
}

/** Returns by how many pixels a page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
