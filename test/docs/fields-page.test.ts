import { beforeAll, describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { deepDocument, deepSchema, fieldCount } from './deep-document.ts'
import { attributes, deadLinks, docsFiles, type Files, ourFiles, pagesOf } from './site.ts'

const levels = 8
const largest = 60 * 1024

describe('a result with many levels', () => {
  let files: Files
  let html: Files
  beforeAll(async () => {
    files = await docsFiles(build(deepDocument(levels)).api)
    html = pagesOf(files, '.html')
  })

  test('has no page that is too long and no broken link', () => {
    expect(heavyOf(html)).toEqual([])
    expect(deadLinks(files)).toEqual([])
  })

  test('has every field on one page, with the same id as on the page of the method', () => {
    const paths = [...html.keys()].filter((path) => /^test\/inline[./]/.test(path))
    const ids = paths.flatMap((path) =>
      attributes(html.get(path) ?? '', 'id').filter((id) => id.startsWith('result.')),
    )
    expect(paths.length).toBeGreaterThan(2)
    expect(ids).toHaveLength(fieldCount(levels))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain(`result.${'left.'.repeat(levels - 1)}first`)
  })

  test('links the fields that moved', () => {
    const moved = [...html.values()].flatMap((text) => attributes(text, 'data-moved'))
    const starts = new Set(moved.map((id) => `fields.${id.replaceAll('.', '-')}`))
    const parts = [...html.keys()].filter((path) => path.includes('/fields.'))
    expect(parts.length).toBeGreaterThan(0)
    for (const path of parts) expect(starts).toContain(/fields\.[^/]+(?=\.html)/.exec(path)?.[0])
  })

  test('links named schemas instead of repeating them', () => {
    const text = html.get('test/named.html') ?? ''
    expect(text).toContain('id="result.one.field29"')
    expect(text).toMatch(
      /data-moved="result.other" data-moved-schema><a href="..\/schemas\/test\/Other.html">30 fields of other</,
    )
    expect([...html.keys()].filter((path) => path.startsWith('test/named/'))).toEqual([])
  })

  test('shows the page of the method in the menu of its subpages', () => {
    const part = [...html].find(([path]) => path.includes('/fields.'))?.[1] ?? ''
    expect(part).toMatch(/<li class="current"><a href="\.\.\/inline\.html">/)
  })
})

test('unnamed schemas that are too long each get a page', async () => {
  const forms = Array.from({ length: 12 }, (_, index) => ({
    ...deepSchema(4),
    title: `Form ${index}`,
  }))
  const files = await docsFiles(build(documentOf([answering('a.b', { oneOf: forms })])).api)
  const html = pagesOf(files, '.html')
  expect(heavyOf(html)).toEqual([])
  expect(deadLinks(files)).toEqual([])
  const ids = [...html.values()].flatMap((text) =>
    attributes(text, 'id').filter((id) => id.startsWith('result.')),
  )
  expect(ids).toHaveLength(12 * fieldCount(4))
})

test('of our own methods, only traces need subpages', async () => {
  const files = await ourFiles()
  const further = [...files.keys()].filter((path) => path.includes('/fields.'))
  expect(further.filter((path) => !path.includes('/debug-trace-'))).toEqual([])
})

function heavyOf(html: Files): readonly string[] {
  return [...html].flatMap(([path, text]) => {
    const size = Buffer.byteLength(text)
    return size > largest ? [`${path} ${size}`] : []
  })
}
