import type { Api } from 'rpcloom/model'
import {
  codeSpan,
  projectSettings,
  quoteString,
  renderTemplate,
  samplePort,
  type ScaffoldOptions,
  sourceText,
  type TextFile,
  unfilledLines,
} from 'rpcloom/codegen'

/** Returns the files other than handlers. Later runs of `rpcloom scaffold` do not change these files. */
export function projectFiles(api: Api, options: ScaffoldOptions): readonly TextFile[] {
  return [
    ...projectSettings(options, { '@rpcloom/conform': options.runtimeVersion }),
    sourceText('src/main.ts', mainText(api, options)),
    sourceText('test/server.test.ts', testText(options)),
    sourceText('test/contract/contract.test.ts', contractText(options)),
    readme(api, options),
  ]
}

function mainText(api: Api, { packageName }: ScaffoldOptions): readonly string[] {
  return [
    `import { createServer, unfilled } from ${quoteString(packageName)}`,
    "import { handlers } from './handlers.ts'",
    '',
    `const port = Number(process.env['PORT'] ?? ${samplePort(api)})`,
    'const server = createServer(handlers)',
    'const listening = await server.listen({ port })',
    'console.log(`Listening on ${listening.url}`)',
    'for (const { key, path } of server.groups) console.log(`  ${key.padEnd(16)} ${path}`)',
    '',
    ...unfilledLines,
    '',
    "for (const signal of ['SIGINT', 'SIGTERM'] as const) {",
    '  process.once(signal, () => void listening.close())',
    '}',
  ]
}

/**
 * Prints a test that passes for a new project, and that keeps passing while its methods are implemented one
 * by one.
 */
function testText({ packageName }: ScaffoldOptions): readonly string[] {
  return [
    `import { createServer, groups, unfilled } from ${quoteString(packageName)}`,
    "import { afterAll, expect, test } from 'vitest'",
    "import { handlers } from '../src/handlers.ts'",
    '',
    '// All settings are enabled, so that every method can be called.',
    'const server = createServer(handlers, { enabled: () => true })',
    'const listening = await server.listen()',
    'afterAll(() => listening.close())',
    '',
    'async function call(path: string, method: string, params?: object): Promise<unknown> {',
    '  const response = await fetch(new URL(path, listening.url), {',
    "    method: 'POST',",
    "    headers: { 'content-type': 'application/json' },",
    "    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),",
    '  })',
    '  return response.json()',
    '}',
    '',
    "const discovered = groups.filter(({ transports }) => transports.includes('http'))",
    '',
    'test.each(discovered)(',
    "  'the group $key serves rpc.discover over HTTP',",
    '  // Reading a document of megabytes takes seconds on a busy machine.',
    '  { timeout: 60_000 },',
    '  async ({ path }) => {',
    "    expect(await call(path, 'rpc.discover')).toMatchObject({ id: 1, result: { methods: expect.any(Array) } })",
    '  },',
    ')',
    '',
    "test('every group has handlers', () => {",
    '  expect(Object.keys(handlers).toSorted()).toEqual(groups.map(({ key }) => key).toSorted())',
    '})',
    '',
    'const names = groups.flatMap(({ methods }) => methods.map(({ name }) => name))',
    '',
    "test('unimplemented methods return an error', async () => {",
    '  for (const method of unfilled(handlers)) {',
    '    // Another group may implement a method with the same name.',
    '    if (names.indexOf(method) !== names.lastIndexOf(method)) continue',
    "    const response = await server.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))",
    '    // A method with required params reports the missing params first.',
    '    expect(response, method).toMatch(/"code":-32(601|602)\\b/)',
    '  }',
    '})',
  ]
}

/** Prints a test of the handlers against the documents. The test lists unimplemented methods as todo. */
function contractText({ packageName }: ScaffoldOptions): readonly string[] {
  return [
    `import { createServer, groups, unfilled } from ${quoteString(packageName)}`,
    "import { contractCases, contractsOf, errorsIn, fetchSend, runCase } from '@rpcloom/conform'",
    "import { expect, test } from 'vitest'",
    "import { handlers } from '../../src/handlers.ts'",
    '',
    '// Checks the handlers against the documents, in this process. Write methods are called, too.',
    'const server = createServer(handlers, { enabled: () => true })',
    'const send = fetchSend({',
    "  addressOf: (path) => new URL(path, 'http://localhost').href,",
    '  fetch: (request) => server.fetch(request),',
    '})',
    '',
    'const all = await contractsOf(groups)',
    '',
    "test('every group has a contract', () => {",
    '  expect(all.map(({ group }) => group)).toEqual(groups.map(({ key }) => key))',
    '})',
    '',
    'for (const contract of all) {',
    '  const missing = new Set(unfilled(handlers, contract.group))',
    '  for (const { name } of contract.methods) if (missing.has(name)) test.todo(name)',
    '  for (const one of contractCases(contract, { allowWrites: true, missing })) {',
    '    if (missing.has(one.method)) continue',
    '    const title = `${contract.group}: ${one.method} ${one.name}`',
    '    test.skipIf(one.skip !== undefined)(title, async () => {',
    '      expect(errorsIn(await runCase(contract, one, { send }))).toEqual([])',
    '    })',
    '  }',
    '}',
  ]
}

function readme(api: Api, options: ScaffoldOptions): TextFile {
  const { packageName, projectName } = options
  const view = {
    projectName,
    port: samplePort(api),
    packageName: codeSpan(packageName),
    local: options.packagePath !== undefined,
    groups: api.groups.map(({ title, slug, route }) => ({
      title,
      path: codeSpan(route.path),
      file: codeSpan(`src/groups/${slug}.ts`),
    })),
  }
  const text = renderTemplate(options.templates['scaffold/README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { path: 'README.md', text, format: 'markdown' }
}
