import { expect, test } from 'vitest'
import { docText, methodDoc } from 'rpcloom/codegen'
import { answering, build, documentOf } from '../model/documents.ts'

test.each([
  ['only the title of the type', 'GetTimeoutsResult', undefined],
  ['a title of one word', 'Accounts', 'Accounts'],
  ['prose', 'How long scripts may run', 'How long scripts may run'],
  ['prose that begins with a name', 'GetTimeoutsResult of now', 'GetTimeoutsResult of now'],
])('a result that has %s', (_what, title, want) => {
  const { api } = build(documentOf([answering('getTimeouts', { type: 'object', title })]))
  const [group] = api.groups
  const [method] = group?.methods ?? []
  const doc = group && method ? methodDoc({ api, group }, method) : 'no method'
  expect(/@returns (.*)/.exec(doc)?.[1]).toBe(want)
})

test.each([
  ['https://example.org/a b', true],
  ['docs/pets.md', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
])('external documentation at %j is a link: %s', (url, isLink) => {
  const text = docText({ summary: 'Gets it.', externalDocs: { url, description: 'See' } })
  expect(text).toBe(isLink ? `Gets it.\n\n@see ${url} See` : 'Gets it.')
})
