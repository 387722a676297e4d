import type { JsonObject } from 'rpcloom/model'
import { beforeAll, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { docsFiles, type Files } from './site.ts'

const text = { type: 'string' }
const result = (schema: JsonObject): JsonObject => ({ result: { name: 'r', schema } })
const client = { 'x-implemented-by': ['client'] }
const union = {
  anyOf: [
    { type: 'object', properties: { flag: { type: 'boolean' } }, required: ['flag'] },
    { type: 'object', properties: { text }, required: ['text'] },
  ],
}

let files: Files

beforeAll(async () => {
  const document = documentOf([
    { name: 'ask', params: [{ name: 'text', required: true, schema: text }], ...result(text) },
    {
      name: 'apply',
      params: [],
      'x-params': union,
      ...result(text),
      examples: [
        {
          name: 'a flag',
          params: [{ name: 'flag', value: true }],
          result: { name: 'r', value: 'ok' },
        },
      ],
    },
    {
      name: 'window/confirm',
      params: [{ name: 'question', required: true, schema: text }],
      ...result({ type: 'boolean' }),
      ...client,
      examples: [
        {
          name: 'yes',
          params: [{ name: 'question', value: 'Sure?' }],
          result: { name: 'r', value: true },
        },
      ],
    },
    {
      name: 'ping',
      params: [],
      ...result({ type: 'null' }),
      'x-implemented-by': ['server', 'client'],
    },
  ])
  files = await docsFiles(build(document).api)
})

function page(path: string): string {
  const found = files.get(path)
  if (found === undefined) throw new Error(`${path} is not in ${[...files.keys()].join(' ')}`)
  return found
}

test('what clients implement has a group of its own', () => {
  const pages = [...files.keys()].filter((path) => /^site\/test[^/]*\/.*\.md$/.test(path))
  expect(pages.toSorted()).toEqual([
    'site/test-client/index.md',
    'site/test-client/ping.md',
    'site/test-client/window-confirm.md',
    'site/test/apply.md',
    'site/test/ask.md',
    'site/test/index.md',
    'site/test/ping.md',
  ])
})

test('the sample of a method of the client is a handler', () => {
  const sample = page('site/test-client/window-confirm.md')
  expect(sample).toContain("from '@test/client/peer'")
  expect(sample).toContain('handlers: { window: { confirm: (params) => true } }')
  expect(sample).toContain('ctx.client.window.confirm(')
  expect(sample).not.toContain('curl')
  expect(page('site/test-client/window-confirm.html')).not.toContain('<rpcloom-try')
  expect(page('site/test/ask.html')).toContain('<rpcloom-try')
})

test('a badge names the roles', () => {
  const badges = (path: string): readonly string[] =>
    [...page(path).matchAll(/title="Implemented by the (\w+)"/g)].map(([, role = '']) => role)
  expect(badges('site/test-client/window-confirm.html')).toEqual(['client'])
  expect(badges('site/test/ping.html')).toEqual(['server', 'client'])
  expect(badges('site/test/ask.html')).toEqual([])
})

test('params with one schema are sent as one value', () => {
  const sample = page('site/test/apply.md')
  expect(sample).toContain('client.apply({ flag: true })')
  expect(sample).toMatch(/"params": ?\{\s*"flag": ?true\s*\}/)
})
