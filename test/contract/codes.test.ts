import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingMeanings } from '@rpcloom/conform'
import { faults } from './faults.ts'
import { socketFaults } from './socket-faults.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/conform.md'), 'utf8')

test('the page explains each code in the same words', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|$/gm)]
  expect(Object.fromEntries(rows.map(([, code, words]) => [code, words]))).toEqual(findingMeanings)
})

test('each code occurs in a test', () => {
  const planted = new Set<string>([...faults, ...socketFaults].map(({ code }) => code))
  const left = Object.keys(findingMeanings).filter((code) => !planted.has(code))
  // These codes have their own tests: params by name, deprecated methods, late responses, and
  // recorded traffic. Compared responses are in io.test.ts.
  expect(left).toEqual(['by-name', 'deprecated', 'differs', 'request', 'timeout', 'undocumented'])
})
