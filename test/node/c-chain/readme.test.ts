import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { running, type Running } from './running.ts'

// Runs the samples on the pages of the node as printed, except for the node's address.

const run = promisify(execFile)
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const NODE = 'http://127.0.0.1:9650'

let node: Running
let folder: string

beforeAll(async () => {
  node = await running({ dev: true, aliases: join(root, 'openrpc/overlays/public-network.json') })
  folder = join(root, '.cache', `node-readme-${process.pid}`)
  mkdirSync(folder, { recursive: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await node.close()
})

/** Returns the samples of a page in some languages. */
function samples(page: string, languages: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const fences = new RegExp(`^\`\`\`(?:${languages})\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...text.matchAll(fences)].map(([, sample = '']) => sample)
}

const curls = ['README.md', 'packages/node/README.md'].flatMap((page) =>
  samples(page, 'sh').filter((sample) => sample.startsWith('curl')),
)

test('the README has samples', () => {
  expect(curls.length).toBeGreaterThanOrEqual(3)
  expect(curls.join()).toContain('/ext/bc/C/rpc')
})

test.each(curls)('%s', async (sample) => {
  const { origin } = new URL(node.url)
  const { stdout } = await run('bash', ['-c', sample.replaceAll(NODE, origin)])
  expect(JSON.parse(stdout)).toMatchObject({ jsonrpc: '2.0', id: 1, result: expect.anything() })
})

test.each(samples('packages/node/README.md', 'js|ts'))('%s', async (sample) => {
  const { origin } = new URL(node.url)
  const file = join(folder, 'sample.mjs')
  writeFileSync(file, sample.replaceAll(NODE, origin))
  const { stdout } = await run(process.execPath, [file])
  // A sample's expected output is in the comment after it.
  const printed = /console\.log\(.*\) \/\/ (.*)$/m.exec(sample)?.[1] ?? ''
  expect(stdout.trim()).toBe(printed)
})
