import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { boundOf, FIXED, methodsOf } from '../../bench/amplification-requests.mjs'

const readme = readFileSync(
  fileURLToPath(new URL('../../packages/node/README.md', import.meta.url)),
  'utf8',
)
/** Bounds of methods that return only errors on every node. They have no measured response. */
const withoutResponse = ['no hardware wallets: an error']

test('each method has a bound, and the README has a row for it', async () => {
  const methods = await methodsOf(new Set())
  expect(methods.length).toBeGreaterThan(200)
  const bounds = new Set(methods.map(({ method }) => boundOf({ method: method.name })))
  const missing = [...bounds].filter(
    (bound) => !withoutResponse.includes(bound) && !readme.includes(`| ${bound} `),
  )
  expect(missing).toEqual([])
  expect(bounds).toContain(FIXED)
})

test('a method without a bound is an error', () => {
  expect(() => boundOf({ method: 'unknown_method' })).toThrow('has no bound')
})
