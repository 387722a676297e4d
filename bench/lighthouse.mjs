// Runs Lighthouse on pages of the docs, with mobile and desktop settings: node bench/lighthouse.mjs [PAGE...] Prints
// the median score of five runs, or of RUNS. Its packages are large, so they are installed separately: npm install --no-save --prefix .cache/lighthouse
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
        'guides/send-on-the-c-chain.html',
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
const runs = Number(process.env.RUNS ?? 5)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
let missed = 0
const rows = []
try {
  for (const page of pages) {
    for (const [device, config] of [
      ['phone', undefined],
      ['desk', desktopConfig],
    ]) {
      const results = []
      for (let run = 0; run < runs; run++) {
        const flags = { port: chrome.port, logLevel: 'error' }
        results.push((await lighthouse(url + page, flags, config)).lhr)
      }
      const categories = Object.values(results[0].categories)
      const points = categories.map(({ id }) => {
        const all = results.map((lhr) => Math.round(lhr.categories[id].score * 100))
        return { id, all, point: median(all) }
      })
      const blocked = median(
        results.map(({ audits }) => Math.round(audits['total-blocking-time'].numericValue)),
      )
      const text = points.map(({ id, all, point }) => `${id} ${point} (${all.join(' ')})`)
      console.log(`${page} (${device}): ${text.join(', ')}, blocked ${blocked} ms`)
      rows.push([`\`${page}\``, device, ...points.map(({ point }) => point), `${blocked} ms`])
      for (const { auditRefs, id } of categories) {
        if (points.find((one) => one.id === id)?.point === 100) continue
        missed++
        for (const { id: audit, weight } of auditRefs) {
          const worst = results
            .map(({ audits }) => audits[audit])
            .filter(({ score }) => score !== null && score < 1)
          if (weight > 0 && worst.length > 0)
            console.log(
              `  ${audit}: ${worst.map(({ score, displayValue = '' }) => `${score} ${displayValue}`).join('; ')}`,
            )
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
    `Medians of ${runs} runs of Lighthouse 12.8.2 over the site as its own listener serves it, with the slowed network and processor of its own settings. What
it adds up as blocked is layout of a page that is 56 KB long, and depends on what else the machine does: its load was ${loadavg()[0]?.toFixed(0)}
when this was measured. Scripts of that page take 15 ms on the slowed processor. ${machine()}.

${markdownTable([head, ...rows])}`,
  )
}
process.exitCode = missed > 0 ? 1 : 0
