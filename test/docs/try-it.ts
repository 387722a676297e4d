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
export async function faultsOf(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: {
        run: (
          inside: string,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const { violations: found } = await engine.run('#try')
    return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
  })
}

/** How far a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
