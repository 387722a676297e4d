import type { Json, JsonObject } from 'rpcloom/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { attributes, deadLinks, docsFiles, type Files, pagesOf } from './site.ts'

const largest = 60 * 1024

/** Returns a method with one example per result. */
function exampled(name: string, answers: readonly Json[]): JsonObject {
  return {
    name,
    params: [],
    result: { name: 'result', schema: {} },
    examples: answers.map((value, at) => ({
      name: `case ${at}`,
      params: [],
      result: { name: 'result', value },
    })),
  }
}

function recordOf(fields: number): Json {
  const names = Array.from({ length: fields }, (_, at) => `field${at}`)
  return Object.fromEntries(names.map((name) => [name, { [name]: 1, text: 'a word or two' }]))
}

describe('a method with many examples', () => {
  const count = 24
  let files: Files
  let html: Files
  beforeAll(async () => {
    const answers = Array.from({ length: count }, () => recordOf(60))
    files = await docsFiles(build(documentOf([exampled('a.many', answers)])).api)
    html = pagesOf(files, '.html')
  })

  test('has no page that is too long and no broken link', () => {
    for (const [path, text] of html) expect(Buffer.byteLength(text), path).toBeLessThan(largest)
    expect(deadLinks(files)).toEqual([])
  })

  test('links each example from its page, and shows each in full once', () => {
    const places = attributes(html.get('test/many.html') ?? '', 'id').filter((id) =>
      id.startsWith('example-'),
    )
    expect(new Set(places).size).toBe(count)
    const shown = [...html.values()].flatMap((text) =>
      [...text.matchAll(/<details class="example" id="([^"]+)"/g)].map(([, id]) => id),
    )
    expect(shown).toEqual(places)
    expect(html.get('test/many.html')).toContain(`<details class="example" id="${places[0]}" open>`)
  })

  test('contains the examples in the markdown versions of the same pages', () => {
    const twins = pagesOf(files, '.md')
    expect([...twins.keys()].filter((path) => path.includes('examples.')).length).toBeGreaterThan(1)
    const actual = [...twins.values()].flatMap((text) => text.match(/^### Case \d+$/gm) ?? [])
    expect(actual).toHaveLength(count)
  })
})

test('requests are complete if a reader can copy them, otherwise shortened', async () => {
  const transaction = `0x${'ab'.repeat(3000)}`
  const call = (value: string): JsonObject => ({
    ...exampled(`a.send${value.length}`, []),
    params: [{ name: 'tx', schema: { type: 'string' } }],
    examples: [{ name: 'one', params: [{ name: 'tx', value }] }],
  })
  const methods = [call(transaction), call('x'.repeat(200_000))]
  const files = await docsFiles(build(documentOf(methods)).api)
  expect(files.get('site/test/send6002.html')).toContain(transaction)
  for (const [path, text] of pagesOf(files, '.html'))
    expect(Buffer.byteLength(text), path).toBeLessThan(largest)
})

test('a site without methods has no empty section', async () => {
  const files = await docsFiles(build(documentOf([])).api)
  expect(files.get('site/index.html')).not.toContain('Labels')
  expect(files.get('site/methods.html')).not.toContain('data-filter-input')
})

test.each([
  ['a list', Array.from({ length: 5000 }, (_, at) => ({ at })), '… (4995 more)'],
  ['a list inside', { inner: Array.from({ length: 9000 }, () => 1) }, '… (8995 more)'],
  ['a string', 'x'.repeat(100_000), '… (100000 characters)'],
])('the beginning of %s is shown if it is too long', async (_, answer, body) => {
  const files = await docsFiles(build(documentOf([exampled('a.long', [answer])])).api)
  const page = files.get('site/test/long.html') ?? ''
  expect(Buffer.byteLength(page)).toBeLessThan(largest)
  expect(page).toContain(body)
})
