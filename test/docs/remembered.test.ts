// An edit makes the pages anew that show it, and no other ones.
import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
// The one that templates know: `rpcloom/emit` is what was compiled.
import { openMemory } from '../../generator/dist/emit/memory.js'
import { openrpcDocument } from '../../bench/synthetic.mjs'
import { sitePages } from '../../templates/docs/site/pages.ts'
import { build } from '../model/documents.ts'

const options = {
  packageName: '@test/docs',
  version: '1.0.0',
  runtimeVersion: '0.1.0',
  siblings: {},
  templates: {},
  options: {},
}

test('the summary of one of 200 methods leaves nearly all pages as they are', () => {
  const memory = openMemory()
  const pagesOf = (document: JsonObject): ReturnType<typeof sitePages>['pages'] =>
    sitePages(memory.recall(build(document).api), options).pages
  const before = new Set<unknown>(pagesOf(documentWith('')))
  const after = pagesOf(documentWith('Says something else.'))
  const made = after.filter((page) => !before.has(page)).map(({ path }) => path)
  expect(made).toContain('test/service0-method40')
  // Its neighbours and its kin name it by its link; guides and the group list all methods.
  const methods = made.filter((path) => /^test\/service/.test(path))
  expect(methods.length).toBeLessThan(20)
  expect(made.filter((path) => /^schemas\/test\//.test(path)).length).toBeLessThan(6)
})

function documentWith(summary: string): JsonObject {
  const document = openrpcDocument(200) as unknown as {
    methods: { summary: string }[]
  }
  const method = document.methods[40]
  if (method !== undefined && summary !== '') method.summary = summary
  return document as unknown as JsonObject
}
