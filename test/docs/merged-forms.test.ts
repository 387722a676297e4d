import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { docsFiles } from './site.ts'

const self = { $ref: '#/components/schemas/Node' }

test.each([
  ['allOf', { allOf: [self, { type: 'object', properties: { weight: { type: 'number' } } }] }],
  [
    'a union beside a tuple',
    { oneOf: [self, { type: 'null' }], items: [{ type: 'string' }, true], additionalItems: false },
  ],
])('a recursive schema that is merged with other fields is shown, %s', async (_name, next) => {
  const node = { type: 'object', properties: { name: { type: 'string' }, next } }
  const { api } = build(documentOf([answering('get', self)], { Node: node }))
  const files = await docsFiles(api, { title: 'T' })
  const pages = [...files].filter(([path]) => path.endsWith('.html'))
  expect(pages.some(([, text]) => text.includes('.next'))).toBe(true)
})
