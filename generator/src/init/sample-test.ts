import { exampleCall } from '../codegen/signature.ts'
import { hasUndeclared } from '../codegen/undeclared.ts'
import { quoteString } from '../codegen/quote.ts'
import { below } from '../json/place.ts'
import type { Api, Method } from '../model/types.ts'
import type { Place } from '../json/types.ts'
import { compiled } from './files.ts'

/** Returns true if a diagnostic refers to a location in a document or below it. */
export type IsReported = (place: Place) => boolean

export type PackageNames = Readonly<Record<string, string>>

/**
 * Returns a test that passes in the new workspace. The test calls the mock with the client. If the client or
 * the mock is not generated, the test only imports each package.
 */
export function sampleTest(api: Api, packages: PackageNames, isReported: IsReported): string {
  const { client, mock } = packages
  const call = firstCall(api, isReported)
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
    "void test('the client gets a response from the mock', async () => {",
    '  const mock = createMock({ seed: 1 })',
    '  const client = createClient({ transport: mock.transport })',
    ...body.map((line) => `  ${line}`),
    '  assert.equal(mock.calls().length, 1)',
    '})',
    '',
  ].join('\n')
}

function firstCall(api: Api, isReported: IsReported): string | undefined {
  const all = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  // A test of a subscription would need a source of events.
  const plain = all.filter(({ method }) => method.subscription === undefined)
  return (
    plain
      // Skip invalid examples, because the mock rejects them.
      .filter(({ method }) => !isReported(below(method.place, 'examples')))
      .filter(({ method }) => !hasUndeclaredParams(api, method))
      .map(({ group, method }) => exampleCall(api, group, method))
      .find((call) => call !== undefined)
  )
}

/** Whether the first example's params, written as literals, would not compile because of undeclared members. */
function hasUndeclaredParams(api: Api, { params, examples: [example] }: Method): boolean {
  const given = example?.params ?? {}
  return params.some(
    ({ name, type }) => Object.hasOwn(given, name) && hasUndeclared(api, type, given[name] ?? null),
  )
}

function loads(packages: PackageNames): string {
  const names = Object.entries(packages).filter(([target]) => compiled.has(target))
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    '',
    ...names.flatMap(([target, name]) => [
      `void test('the ${target} package loads', async () => {`,
      `  assert.notDeepEqual(Object.keys(await import(${quoteString(name)})), [])`,
      '})',
      '',
    ]),
    ...(names.length === 0 ? ["void test('nothing to load', () => assert.ok(true))", ''] : []),
  ].join('\n')
}
