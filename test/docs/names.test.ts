import { describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { docsFiles } from './site.ts'

function textOf(html: string | undefined): string {
  return (html ?? '').replace(/<[^>]+>/g, '')
}

function menuOf(page: string): readonly string[] {
  const groups = /<ul class="menu-groups">([\s\S]*?)<\/nav>/.exec(page)?.[1] ?? ''
  const methods = /<ul>([\s\S]*?)<\/ul>/.exec(groups)?.[1] ?? ''
  return [...methods.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, name]) => textOf(name))
}

describe('names of methods', () => {
  test.each([
    ['a namespace that all have', ['node.start', 'node.stop'], ['start', 'stop'], 'node.'],
    ['words that they begin with', ['get_status', 'add_key'], ['get_status', 'add_key'], undefined],
    ['namespaces', ['a.x', 'b.y'], ['a.x', 'b.y'], 'a.'],
    ['one word each', ['start', 'stop'], ['start', 'stop'], undefined],
  ])('with %s', async (_, names, menu, prefix) => {
    const methods = names.map((name) => answering(name, { type: 'string' }))
    const files = await docsFiles(build(documentOf(methods)).api)
    const page = [...files].find(
      ([path, text]) => path.endsWith('.html') && text.includes(`data-copy="${names[0]}"`),
    )?.[1]
    expect(menuOf(page ?? '')).toEqual(menu)
    expect(/<span class="prefix">(.*?)<\/span>/.exec(page ?? '')?.[1]).toBe(prefix)
  })
})

test('a schema whose name is invalid Unicode has a page', async () => {
  const ref = '#/components/schemas/a\ud800'
  const document = documentOf([answering('get', { $ref: ref })], {
    'a\ud800': { type: 'object', properties: { b: { type: 'string' } } },
  })
  const files = await docsFiles(build(document).api)
  expect([...files.keys()].filter((path) => /schemas\/.*A\.html$/.test(path))).toHaveLength(1)
})

test('examples named like their method keep this name, and equal names are numbered', async () => {
  const method = answering('get_logs', { type: 'string' })
  const examples = ['get_logs', 'get_logs', 'none', 'none'].map((name) => ({ name, params: [] }))
  const files = await docsFiles(build(documentOf([{ ...method, examples }])).api)
  const page = [...files].find(([path]) => path.endsWith('get-logs.html'))?.[1] ?? ''
  const titles = [...page.matchAll(/<summary><h3>(.*?)<\/h3>/g)].map(([, title]) => title)
  expect(titles).toEqual(['get_logs', 'get_logs (2)', 'None', 'None (2)'])
})
