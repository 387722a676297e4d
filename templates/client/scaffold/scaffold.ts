import { type Api, clientGroups, type Group } from 'rpcloom/model'
import {
  codeSpan,
  docText,
  interfaceKey,
  memberAccess,
  projectSettings,
  quoteString,
  renderTemplate,
  samplePeerAddress,
  type Scaffold,
  type ScaffoldOptions,
  sourceText,
  stubClasses,
  type TextFile,
  unfilledLines,
} from 'rpcloom/codegen'
import { peerEntry } from '../peer.ts'

/**
 * Returns a project that the user owns: classes with a stub for each method that clients implement, and a program that
 * answers a server with them. Returns undefined if clients implement no methods.
 */
export function clientScaffold(api: Api, options: ScaffoldOptions): Scaffold | undefined {
  const groups = clientGroups(api)
  if (groups.length === 0) return undefined
  const { packageName, dependency } = options
  const entry = `${packageName}/${peerEntry}`
  return {
    packageName,
    entry,
    dependency,
    classes: groups.flatMap((group) => {
      const types = `${packageName}/${group.slug}`
      return stubClasses(api, group, { handlers: entry, types, entry, formats: packageName })
    }),
    composition: {
      path: 'src/handlers.ts',
      doc: docText({
        summary: 'The handlers of every group. Methods of an omitted group return error -32601.',
      }),
      type: 'GroupHandlers',
      groups: groups.map(({ key, typeName }) => ({
        key,
        of: interfaceKey({ module: entry, interfaceName: `${typeName}Handlers` }),
      })),
    },
    files: projectFiles(api, groups, entry, options),
  }
}

/** Returns the files other than handlers. Later runs of `rpcloom scaffold` do not change these files. */
function projectFiles(
  api: Api,
  groups: readonly Group[],
  entry: string,
  options: ScaffoldOptions,
): readonly TextFile[] {
  const [only, ...others] = groups
  // If one group has methods of the client, a peer takes its handlers alone.
  const handlers = only && others.length === 0 ? `handlers${memberAccess(only.key)}` : 'handlers'
  return [
    ...projectSettings(options),
    sourceText('src/main.ts', mainText(api, entry, handlers)),
    sourceText('test/handlers.test.ts', testText(entry, handlers)),
    readme(groups, entry, options),
  ]
}

function mainText(api: Api, entry: string, handlers: string): readonly string[] {
  const url = samplePeerAddress(api)
  return [
    `import { createPeer, socket, unfilled } from ${quoteString(entry)}`,
    "import { handlers } from './handlers.ts'",
    '',
    `const url = process.env['URL'] ?? ${quoteString(url)}`,
    '// Use `stdio(spawn(...), framing)` for a server that is a program.',
    `const peer = createPeer({ channel: socket(url), handlers: ${handlers} })`,
    'console.log(`Connected to ${url}`)',
    '',
    ...unfilledLines,
    '',
    "for (const signal of ['SIGINT', 'SIGTERM'] as const) {",
    '  process.once(signal, () => void peer.close())',
    '}',
    'console.log((await peer.closed).message)',
  ]
}

/** Prints a test that passes for a new project, and that keeps passing while its methods are implemented. */
function testText(entry: string, handlers: string): readonly string[] {
  return [
    `import { createPeer, pair, unfilled } from ${quoteString(entry)}`,
    "import { expect, test } from 'vitest'",
    "import { handlers } from '../src/handlers.ts'",
    '',
    '// The test is the server: it calls the client over a channel in memory.',
    'const [near, far] = pair()',
    `const peer = createPeer({ channel: near, handlers: ${handlers} })`,
    'const received: string[] = []',
    'far.listen({',
    "  text: (text = '') => void received.push(text),",
    '  drain: () => undefined,',
    '  alive: () => undefined,',
    '  end: () => undefined,',
    '})',
    '',
    "test('unimplemented methods return an error', async () => {",
    '  for (const [id, method] of unfilled(handlers).entries()) {',
    "    far.send(JSON.stringify({ jsonrpc: '2.0', id, method }))",
    '    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(id)',
    '    // A method with required params reports the missing params first.',
    '    expect(received[id], method).toMatch(/"code":-32(601|602)\\b/)',
    '  }',
    '})',
    '',
    "test('closing ends the channel', async () => {",
    '  await peer.close()',
    '  expect(await peer.closed).toBeInstanceOf(Error)',
    '})',
  ]
}

function readme(groups: readonly Group[], entry: string, options: ScaffoldOptions): TextFile {
  const view = {
    projectName: options.projectName,
    entry: codeSpan(entry),
    local: options.packagePath !== undefined,
    groups: groups.map(({ title, slug }) => ({
      title,
      file: codeSpan(`src/groups/${slug}.ts`),
    })),
  }
  const text = renderTemplate(options.templates['scaffold/README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { path: 'README.md', text, format: 'markdown' }
}
