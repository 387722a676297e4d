// An edit makes the pages anew that show it, and no other ones.
import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
// The one that templates know: `rpcloom/emit` is what was compiled.
import { openMemory } from '../../generator/dist/emit/memory.js'
import { sitePages } from '../../templates/docs/site/pages.ts'
import { answering, build, documentOf } from '../model/documents.ts'

const count = 120
const options = {
  packageName: '@test/docs',
  version: '1.0.0',
  runtimeVersion: '0.1.0',
  siblings: {},
  templates: {},
  options: {},
}

test('the summary of one of many methods leaves nearly all pages as they are', () => {
  const memory = openMemory()
  const pagesOf = (document: JsonObject): ReturnType<typeof sitePages>['pages'] =>
    sitePages(memory.recall(build(document).api), options).pages
  const before = new Set<unknown>(pagesOf(documentWith('Does something.')))
  const after = pagesOf(documentWith('Says something else.'))
  const made = after.filter((page) => !before.has(page)).map(({ path }) => path)
  expect(made).toContain('test/shop0-method40')
  // Its neighbours name it by its link; guides and the group list all methods.
  expect(made.filter((path) => path.startsWith('test/shop')).length).toBeLessThan(12)
  expect(made.filter((path) => path.startsWith('schemas/test/')).length).toBeLessThan(6)
})

function documentWith(summary: string): JsonObject {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Record${index}`,
      { type: 'object', properties: { [`field${index}`]: { type: 'string' } } },
    ]),
  )
  const methods = Array.from({ length: count }, (_, index) => ({
    ...answering(`shop${index % 4}.method${index}`, {
      $ref: `#/components/schemas/Record${index}`,
    }),
    ...(index === 40 && { summary }),
  }))
  return documentOf(methods, schemas)
}
