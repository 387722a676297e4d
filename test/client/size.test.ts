import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { programs, sizeOf } from '../../bench/client-size.mjs'
import { answering, build, documentOf } from '../model/documents.ts'
import { bundlers } from '../bundlers/bundle.mjs'
import { installed } from '../targets/emitted.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const hasBundlers = existsSync(join(import.meta.dirname, '../bundlers/node_modules'))
if (!hasBundlers) {
  if (process.env['RPCLOOM_ALL_SUITES'] === '1') throw new Error('Bundlers are not installed')
  console.warn('Skipped: bundlers are missing; run `npm ci --ignore-scripts` in test/bundlers.')
}

/** Maximum number of bytes, minified and gzipped, by form of import. */
const ceilings: readonly (readonly [form: string, bytes: number])[] = [
  ['one method', 2250],
  ['one method that reads a bigint', 2700],
  ['one method that reads a bigint from a JSON number', 3150],
  ['one group', 4050],
  ['the whole client', 16_250],
]

interface Size {
  readonly minified: number
  readonly gzipped: number
}

/** Maximum size of one function of a client with one document, in bytes, by bundler. */
const ofOneDocument = {
  esbuild: { minified: 4300, gzipped: 2200 },
  rollup: { minified: 4350, gzipped: 2200 },
  webpack: { minified: 4300, gzipped: 2200 },
} as const

test.each(ceilings)('%s has at most %d bytes', async (form, bytes) => {
  const { gzipped } = await sizeOf(programs[form] ?? [])
  expect(gzipped).toBeGreaterThan(500)
  expect(gzipped).toBeLessThanOrEqual(bytes)
})

test('every program has a limit', () => {
  expect(ceilings.map(([form]) => form)).toEqual(Object.keys(programs))
})

test('a method does not include code of others', async () => {
  const [head = '', , run = ''] = programs['one method'] ?? []
  const whole = `import * as evm from '@native-node/client/c-chain'`
  const alone = await sizeOf(programs['one method'] ?? [])
  const among = await sizeOf([head, whole, run.replace('web3Cl', 'evm.web3Cl')])
  expect(among.minified).toBe(alone.minified)
})

function expectWithin(size: Size, limit: Size): void {
  expect(size.minified).toBeGreaterThan(500)
  expect(size.minified).toBeLessThanOrEqual(limit.minified)
  expect(size.gzipped).toBeLessThanOrEqual(limit.gzipped)
}

/** Bundles `program.mjs` of a folder. Rollup does not minify, so esbuild minifies what it bundles. */
async function bundledSize(bundler: 'rollup' | 'webpack', folder: string): Promise<Size> {
  const target = join(folder, `${bundler}.js`)
  await bundlers[bundler](join(folder, 'program.mjs'), target)
  const text = readFileSync(target, 'utf8')
  const { code } = await transform(text, { minify: true, format: 'esm', legalComments: 'none' })
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
}

/** Returns a program that calls one function of a client of one document. */
async function programOfOneDocument(): Promise<readonly string[]> {
  const names = ['getPet', 'list', 'device.read', 'device.port.open']
  const { api } = build(documentOf(names.map((name) => answering(name, { type: 'string' }))))
  const { folder } = await installed(api, ['client'])
  const from = (entry: string): string =>
    JSON.stringify(join(folder, 'node_modules/@test/client/dist', entry))
  return [
    `import { http } from ${from('index.js')}`,
    `import { getPet } from ${from('test.js')}`,
    'export const run = (url) => getPet(http(url))',
    'globalThis.run = run',
  ]
}

test('one function of a client with one document stays small, whatever bundles it', async () => {
  const program = await programOfOneDocument()
  const folder = temporaryFolder({ 'program.mjs': program.join('\n') })
  expectWithin(await sizeOf(program), ofOneDocument.esbuild)
  if (!hasBundlers) return
  expectWithin(await bundledSize('rollup', folder), ofOneDocument.rollup)
  expectWithin(await bundledSize('webpack', folder), ofOneDocument.webpack)
}, 60_000)
