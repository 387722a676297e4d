import { exampleCall } from '../emit/signature.ts'
import { quoteString } from '../emit/quote.ts'
import type { Api } from '../model/types.ts'

/** Names of the emitted packages, by target. */
export type PackageNames = Readonly<Record<string, string>>

/** A test that passes as the workspace is made: a call of the client that the mock answers, or what there is of both. */
export function sampleTest(api: Api, packages: PackageNames): string {
  const { client, mock } = packages
  const call = firstCall(api)
  if (client === undefined || mock === undefined || call === undefined) return loads(packages)
  const body = call.startsWith('const result')
    ? [call, 'assert.notEqual(result, undefined)']
    : [call]
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { createClient } from ${quoteString(client)}`,
    `import { createMock } from ${quoteString(mock)}`,
    '',
    "test('the mock answers the client', async () => {",
    '  const mock = createMock({ seed: 1 })',
    '  const node = createClient({ transport: mock.transport })',
    ...body.map((line) => `  ${line}`),
    '  assert.equal(mock.calls().length, 1)',
    '})',
    '',
  ].join('\n')
}

function firstCall(api: Api): string | undefined {
  const all = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  // Events need somebody who sends them.
  const plain = all.filter(({ method }) => method.subscription === undefined)
  return plain
    .map(({ group, method }) => exampleCall(group, method))
    .find((call) => call !== undefined)
}

function loads(packages: PackageNames): string {
  const names = Object.entries(packages).filter(([target]) =>
    ['client', 'server', 'mock'].includes(target),
  )
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    '',
    ...names.flatMap(([target, name]) => [
      `test('the ${target} package loads', async () => {`,
      `  assert.notDeepEqual(Object.keys(await import(${quoteString(name)})), [])`,
      '})',
      '',
    ]),
    ...(names.length === 0 ? ["test('nothing to load', () => assert.ok(true))", ''] : []),
  ].join('\n')
}
