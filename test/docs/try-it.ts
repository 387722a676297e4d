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
