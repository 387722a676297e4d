import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** Opens Try it on a page, as a reader does. */
export async function openTryIt(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.locator('.try-panel')
  await panel.waitFor()
  return panel
}

/** Presses Send, and waits for the line that says what came of it. */
export async function send(page: Page, want: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await told(page, want)
}

/** Waits for the line that is read out to say this. */
export async function told(page: Page, want: RegExp): Promise<void> {
  await page.locator('.try-status').filter({ hasText: want }).waitFor({ timeout: 20_000 })
}

/** Sends to a node at an address from now on. */
export async function sendTo(page: Page, address: string): Promise<void> {
  await page.getByLabel('A node').check()
  await page.getByLabel('Node', { exact: true }).selectOption({ label: 'Another address' })
  await page.getByLabel('Address of the node').fill(address)
}

/** Rules of axe that what is open of Try it breaks, with the elements. */
async function faultsOf(page: Page, only?: readonly string[]): Promise<readonly unknown[]> {
  if (only === undefined) await page.evaluate(axe.source)
  return page.evaluate(async (wanted) => {
    const { axe: engine } = window as unknown as {
      axe: {
        run: (
          inside: string,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const options = wanted === undefined ? {} : { runOnly: { type: 'rule', values: wanted } }
    const { violations: found } = await engine.run('#try', options)
    return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
  }, only)
}

/** The rules of axe that look at colours: a theme is other values of the same variables. */
export const byColour: readonly string[] = ['color-contrast', 'link-in-text-block']

/** The same in the light theme, and what the dark one breaks beside it. */
export async function faultsInBothThemes(page: Page): Promise<readonly unknown[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await faultsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await faultsOf(page, byColour))]
}

/** How far a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
