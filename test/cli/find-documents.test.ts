import { expect, test } from 'vitest'
import { planInit } from '../../generator/src/init/init.ts'
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
    'not in output of tools and tests',
    {
      'vendor/openrpc.json': document,
      'node_modules/a/openrpc.json': document,
      'test/fixtures/openrpc.json': document,
      'lib/openrpc.json': other,
    },
    [],
  ],
  [
    'in what tools write if there are no others',
    { 'dist/openrpc.json': document, 'test/fixtures/openrpc.json': document },
    ['dist/openrpc.json'],
  ],
])('finds documents of a repository: %s', async (_, files, want) => {
  const root = temporaryFolder(files)
  const plan = await planInit({
    root,
    workingDirectory: root,
    name: 't',
    scope: '@t',
    targets: ['client'],
    inputs: [],
    allowUnresolved: false,
    allowRemote: false,
    force: false,
    tools: {},
  })
  const found = plan.kind === 'planned' && !plan.isSample ? plan.config.inputs : []
  expect(found).toEqual(want)
})
