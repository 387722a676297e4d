import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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

const longScript = readFileSync(join(folder, '../scripts/test-long.mjs'), 'utf8')
const long = files.filter(
  (path) =>
    path.endsWith('.test.ts') &&
    /env\['RPCLOOM_LONG'\]/.test(readFileSync(join(folder, '..', path), 'utf8')),
)

test.each(long)('%s is run by npm run test:long', (path) => {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  expect(paths.filter((one) => longScript.includes(`'${one}'`))).not.toEqual([])
})
