import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
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
  readonly faults: readonly string[]
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
