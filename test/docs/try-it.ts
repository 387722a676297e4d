import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** Opens Try it, the request form of a page. */
export async function openTryIt(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.locator('.try-panel')
  await panel.waitFor()
  return panel
}

export async function send(page: Page, want: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await showsStatus(page, want)
}

/** Waits until the announced status matches. */
export async function showsStatus(page: Page, want: RegExp): Promise<void> {
  await page.locator('.try-status').filter({ hasText: want }).waitFor({ timeout: 20_000 })
}

export async function sendTo(page: Page, address: string): Promise<void> {
  await page.getByLabel('A server').check()
  await page.getByLabel('Server', { exact: true }).selectOption({ label: 'Another address' })
  await page.getByLabel('Address of the server').fill(address)
}

/** Returns the axe rules that Try it violates, with the elements. */
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
    const options = {
      resultTypes: ['violations'],
      ...(wanted === undefined ? {} : { runOnly: { type: 'rule', values: wanted } }),
    }
    const { violations: found } = await engine.run('#try', options)
    return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
  }, only)
}

/** The axe rules about colors. A theme only changes the values of CSS variables. */
export const byColour: readonly string[] = ['color-contrast', 'link-in-text-block']

/** Returns the violations in the light theme, and the additional ones in the dark theme. */
export async function faultsInBothThemes(page: Page): Promise<readonly unknown[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await faultsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await faultsOf(page, byColour))]
}

/** Returns by how many pixels a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
