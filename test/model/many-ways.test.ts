import { targets } from '@rpcloom/templates'
import { type Json, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from './documents.ts'

/**
 * Returns two schemas per level, each of which refers to both schemas of the next level. The number
 * of paths to the last level is 2 to the number of levels.
 */
function levels(keyword: (level: number) => string): JsonObject {
  const count = 40
  const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const last: Json = { type: 'object', properties: { big: { type: 'integer', format: 'int64' } } }
  const pairs = Array.from({ length: count }, (_, level) =>
    ['A', 'B'].map((name) => {
      const own = { type: 'object', properties: { [`${name}${level}`]: { type: 'integer' } } }
      const next = level + 1 === count ? [last] : [ref(`A${level + 1}`), ref(`B${level + 1}`)]
      return [`${name}${level}`, { [keyword(level)]: [...next, own] }] as const
    }),
  )
  return documentOf([answering('get', ref('A0'))], Object.fromEntries(pairs.flat()))
}

test.each([
  ['allOf', () => 'allOf'],
  ['oneOf', () => 'oneOf'],
  ['either', (level: number) => (level % 2 === 0 ? 'allOf' : 'anyOf')],
])('schemas reached through 2^40 paths of %s are each visited once', async (_, keyword) => {
  const { api } = build(levels(keyword))
  const all = { client: '@t/client', server: '@t/server', mock: '@t/mock', docs: '@t/docs' }
  // The docs validate the examples that they generate, up to their own limit.
  for (const target of targets.filter(({ name }) => name !== 'docs')) {
    const files = await target.files(api, {
      packageName: `@t/${target.name}`,
      version: '1.0.0',
      runtimeVersion: '0.1.0',
      siblings: all,
      templates: {},
      options: {},
    })
    expect(files.length).toBeGreaterThan(0)
  }
})
