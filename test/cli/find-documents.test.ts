import { expect, test } from 'vitest'
import { findDocuments } from '../../generator/src/init/find-documents.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const document = '{ "openrpc": "1.3.2", "info": { "title": "T", "version": "1" }, "methods": [] }'
const other = '{ "openapi": "3.1.0" }'

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  ['the folder itself', { 'a.json': document, 'b.json': other }, ['a.json']],
  ['before all others', { 'openrpc/a.json': document, 'api/b.json': document }, ['openrpc/a.json']],
  [
    'api and spec',
    { 'api/a.json': document, 'spec/b.yaml': document },
    ['api/a.json', 'spec/b.yaml'],
  ],
  [
    'anywhere by name',
    { 'src/x/foo-openrpc.json': document, 'src/x/foo.json': document },
    ['src/x/foo-openrpc.json'],
  ],
  [
    'not in what tools and tests write',
    {
      'dist/openrpc.json': document,
      'node_modules/a/openrpc.json': document,
      'test/fixtures/openrpc.json': document,
      'lib/openrpc.json': other,
    },
    [],
  ],
])('finds documents of a repository: %s', (_, files, want) => {
  expect(findDocuments(temporaryFolder(files))).toEqual(want)
})
