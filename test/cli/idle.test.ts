import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

/** Hooks that record every loaded module, and a loader that registers them. */
const hooks = `
import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  appendFileSync('loaded.log', url + '\\n')
  return next(url, context)
}`
const trace = `
import { appendFileSync } from 'node:fs'
import Module, { register } from 'node:module'
process.on('exit', () => appendFileSync('loaded.log', Object.keys(Module._cache).join('\\n')))
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})`

/** Returns the packages, and the folders of the generator, that a run loads. */
function loadedBy(cwd: string, ...flags: readonly string[]): readonly string[] {
  const log = join(cwd, 'loaded.log')
  if (existsSync(log)) rmSync(log)
  const preload = `data:text/javascript,${encodeURIComponent(trace)}`
  const args = [`--import=${preload}`, bin, 'generate', ...flags]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return readFileSync(log, 'utf8').split('\n')
}

test('a run with nothing to do loads neither the pipeline nor a package, except the scanner of JSON', () => {
  const cwd = temporaryFolder({
    'rpcloom.config.json': JSON.stringify({
      inputs: ['pets.openrpc.json'],
      out: 'out',
      scope: '@pets',
      targets: { client: {}, docs: {} },
    }),
    'pets.openrpc.json': JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'Pets', version: '1.0.0' },
      methods: [
        { name: 'getPet', params: [], result: { name: 'pet', schema: { type: 'string' } } },
      ],
    }),
  })
  const heavy = /\/dist\/pipeline\.js$|\/node_modules\/(?!@rpcloom\/|jsonc-parser\/)/
  expect(loadedBy(cwd).filter((url) => /\/prettier\/|pipeline/.test(url))).not.toEqual([])
  expect(loadedBy(cwd).filter((url) => heavy.test(url))).toEqual([])
  expect(loadedBy(cwd, '--check').filter((url) => heavy.test(url))).toEqual([])
})
