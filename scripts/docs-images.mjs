// node scripts/docs-images.mjs: takes the screenshots for README.md from the site in packages/docs.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './workspace.mjs'

const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 }
const pictures = [
  { name: 'landing', page: 'index.html', ...desk },
  { name: 'method', page: 'p-chain/get-current-validators.html', ...desk },
  {
    name: 'schema',
    page: 'schemas/p-chain/PrimaryNetworkValidator.html',
    colorScheme: 'dark',
    ...desk,
  },
  {
    name: 'phone',
    page: 'p-chain/get-current-validators.html',
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 1.5,
  },
  {
    name: 'try-it',
    page: 'p-chain/get-block-by-height.html',
    viewport: { width: 1440, height: 900 },
    tries: true,
  },
]

const server = spawn(process.execPath, [join(root, 'packages/docs/serve.mjs'), '--port', '0'])
const url = await new Promise((done) => {
  server.stdout.on('data', (text) => done(String(text).trim()))
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  for (const { name, page: path, tries, ...options } of pictures) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(url + path)
    if (tries) await tryIt(page)
    const png = await page.screenshot()
    const file = join(root, `docs/images/${name}.webp`)
    writeFileSync(file, Buffer.from(await webpOf(page, png.toString('base64')), 'base64'))
    console.log(file)
    await context.close()
  }
} finally {
  await browser.close()
  server.kill()
}

async function tryIt(page) {
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const json = await page.getByLabel('Begin with').locator('option').allTextContents()
  const label = json.find((text) => /JSON/.test(text))
  if (label !== undefined) await page.getByLabel('Begin with').selectOption({ label })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.try-response pre').waitFor()
}

/**
 * Encodes an image as WebP in the browser. Uses a blank page, because the content security policy of other
 * pages would block the image.
 */
async function webpOf(page, png) {
  await page.goto('about:blank')
  return page.evaluate(async (data) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${data}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).split(',')[1]
  }, png)
}
