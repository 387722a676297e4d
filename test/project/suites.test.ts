import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { halfMinutes, suites } from '../../scripts/long-suites.mjs'
import { sharing } from '../../vitest.config.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => !path.includes('node_modules'))
  .map((path) => join('test', path).replaceAll('\\', '/'))

/** Returns one pattern for each name in `{a,b}` or `!(a|b)`: a name that no file has is out of date. */
function expanded(pattern: string): readonly string[] {
  const group = /\{([^}]*)\}|!\(([^)]*)\)/.exec(pattern)
  if (!group) return [pattern]
  const names = group[1]?.split(',') ?? ['*', ...(group[2] ?? '').split('|')]
  return names.flatMap((name) => expanded(pattern.replace(group[0], name)))
}

function matcher(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*'
    return part === '*' ? '[^/]*' : part.replaceAll('.', '\\.')
  })
  return new RegExp(`^${parts.join('')}$`)
}

test.each(sharing.flatMap(expanded))('%s matches a test file', (pattern) => {
  const expression = matcher(pattern)
  expect(files.some((path) => expression.test(path))).toBe(true)
})

const long = files.filter(
  (path) =>
    path.endsWith('.test.ts') &&
    /env\['RPCLOOM_LONG'\]|\bisLong\b/.test(readFileSync(join(folder, '..', path), 'utf8')),
)

test.each(long)('%s is run by npm run test:long', (path) => {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  expect(paths.filter((one) => suites.some((suite) => isRun(one, suite.paths)))).not.toEqual([])
})

/** Whether the arguments for vitest name a path, other than to exclude it. */
function isRun(path: string, args: readonly string[]): boolean {
  return args.some((arg, at) => arg === path && args[at - 1] !== '--exclude')
}

test.each(['first', 'second'] as const)('the %s half of npm run test:long is limited', (half) => {
  const limits = suites.filter((suite) => suite.half === half).map(({ minutes }) => minutes)
  expect(limits.every((minutes) => minutes > 0)).toBe(true)
  const sum = limits.reduce((all, minutes) => all + minutes, 0)
  expect(sum).toBeGreaterThan(0)
  expect(sum).toBeLessThanOrEqual(halfMinutes)
})

test('suites have names of their own', () => {
  const names = suites.flatMap(({ half, name }) => [name, half])
  expect(new Set(names).size).toBe(suites.length + 2)
})
