// Runs Lighthouse on pages of the docs, with mobile and desktop settings: node bench/lighthouse.mjs [PAGE...] Its
// packages are large, so they are installed separately: npm install --no-save --prefix .cache/lighthouse
// lighthouse@12.8.2
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const root = resolve(import.meta.dirname, '..')
const home = join(root, '.cache/lighthouse')
if (!existsSync(join(home, 'node_modules/lighthouse'))) {
  console.error('npm install --no-save --prefix .cache/lighthouse lighthouse@12.8.2')
  process.exit(2)
}
const { resolve: find } = createRequire(join(home, 'index.js'))
const load = async (name) => import(pathToFileURL(find(name)).href)
const { default: lighthouse, desktopConfig } = await load('lighthouse')
const { launch } = await load('chrome-launcher')

const requested = process.argv.slice(2)
const pages =
  requested.length > 0
    ? requested
    : [
        'index.html',
        'p-chain/get-current-validators.html',
        'schemas/p-chain/PrimaryNetworkValidator.html',
        'errors.html',
      ]

const server = spawn(process.execPath, [join(root, 'packages/docs/serve.mjs'), '--port', '0'])
const url = await new Promise((done) => {
  server.stdout.on('data', (text) => done(String(text).trim()))
})
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
})
let missed = 0
const rows = []
try {
  for (const page of pages) {
    for (const [device, config] of [
      ['phone', undefined],
      ['desk', desktopConfig],
    ]) {
      const { lhr } = await lighthouse(url + page, { port: chrome.port, logLevel: 'error' }, config)
      const scores = Object.values(lhr.categories).map(
        ({ title, score }) => `${title} ${Math.round(score * 100)}`,
      )
      console.log(`${page} (${device}): ${scores.join(', ')}`)
      const points = Object.values(lhr.categories).map(({ score }) => Math.round(score * 100))
      const blocked = Math.round(lhr.audits['total-blocking-time'].numericValue)
      rows.push([`\`${page}\``, device, ...points, `${blocked} ms`])
      for (const { auditRefs, score } of Object.values(lhr.categories)) {
        if (score === 1) continue
        missed++
        for (const { id, weight } of auditRefs) {
          const audit = lhr.audits[id]
          if (weight > 0 && audit.score !== null && audit.score < 1)
            console.log(`  ${id}: ${audit.score} ${audit.displayValue ?? ''}`)
        }
      }
    }
  }
} finally {
  await chrome.kill()
  server.kill()
}
if (requested.length === 0) {
  const head = ['page', 'on', 'performance', 'accessibility', 'best practices', 'SEO', 'blocked']
  await writeSection(
    'Lighthouse',
    `Lighthouse 12.8.2 over the site as its own listener serves it, with the slowed network and processor of its own settings. What
it adds up as blocked is layout of a page that is 56 KB long, and depends on what else the machine does: its load was ${loadavg()[0]?.toFixed(0)}
when this was measured. Scripts of that page take 15 ms on the slowed processor. ${machine()}.

${markdownTable([head, ...rows])}`,
  )
}
process.exitCode = missed > 0 ? 1 : 0
