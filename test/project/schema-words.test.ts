import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const words: ReadonlySet<string> = new Set([
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'patternProperties',
])

/** Files outside of the schema package that contain the words, because they write schemas. */
const writers: Readonly<Record<string, string>> = {
  'generator/src/conform/infer/corrections.ts': 'corrections of results',
  'generator/src/conform/infer/schema.ts': 'schemas from recorded values',
  'generator/src/export/messages.ts': 'the schemas of params by position or by name',
  'generator/src/export/openapi.ts': 'the schemas of responses',
  'generator/src/openrpc/known-schemas.ts': 'the built-in meta-schema',
  'packages/rpc-cli/src/settings.ts': 'the schema of settings files',
  'packages/rpc-mcp/src/content.ts': 'the schema that marks secret params',
  'packages/rpc-mcp/src/tool.ts': 'the schema of arguments of a tool',
  'packages/rpc-mcp/src/input-schema.ts': 'the schema of all params of a method',
  'packages/rpc-mock/src/scenario/schema.ts': 'the schema of scenario files',
  'packages/rpc-mock/src/state/hints.ts': 'the schema of `x-mock`',
  'templates/docs/try-it/call/method.ts': 'the schema of all params of a method',
}

/** Returns the words that the code of a file contains as names or strings; prose does not count. */
function wordsIn(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && words.has(node.text))
      found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

const folders = [
  'generator/src',
  'templates',
  ...['rpc', 'rpc-mock', 'rpc-conform', 'rpc-cli', 'rpc-mcp'].map((name) => `packages/${name}/src`),
]

test('only the schema package reads how schemas combine', () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/(^|\/)(dist|node_modules)\//.test(path))
      .map((path) => `${folder}/${path}`),
  )
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.filter((path) => wordsIn(join(root, path)).length > 0)
  expect(found.sort()).toEqual(Object.keys(writers).sort())
})
