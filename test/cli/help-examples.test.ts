import { execFileSync } from 'node:child_process'
import { mockDocuments } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import { expect, test } from 'vitest'
import { commands } from '../../generator/src/cli/commands.ts'
import { readCommandLine } from '../../generator/src/cli/command-line.ts'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'

const examples = await Promise.all(
  Object.entries(commands).map(
    async ([command, { load }]) => [command, (await load()).examples] as const,
  ),
)

/** Splits an example, which contains no quotes. Omits the name of the program. */
function wordsOf(example: string): readonly string[] {
  return example.split(' ').slice(1)
}

test.each(examples)('%s has examples, which are valid command lines', async (command, lines) => {
  expect(lines.filter((line) => !line.startsWith(`rpcloom ${command}`))).toEqual([])
  for (const line of lines)
    expect(await readCommandLine(wordsOf(line)), line).toMatchObject({ kind: 'call' })
})

const document = {
  openrpc: '1.3.2',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:8545' }],
  methods: [
    {
      name: 'shop.get',
      summary: 'Gets an item.',
      params: [],
      result: { name: 'item', schema: { type: 'string' } },
    },
    { name: 'shop.changed', 'x-implemented-by': ['client'], params: [] },
  ],
}

test('examples run as typed', { timeout: 300_000 }, async () => {
  const files = { 'openrpc.json': JSON.stringify(document) }
  const folder = temporaryFolder(files)
  await rpcloom(folder, 'init', '--name', 'shop', '--no-install')
  const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
  for (const args of [['init'], ['add', '.'], ['commit', '-m', 'one'], ['tag', 'v0.1.0']])
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' })
  const server = await listen(mockDocuments([document]).server, { port: 0 })
  const outcomes: unknown[] = []
  // The long form runs all examples, the short form every fifth.
  // Programs of users are not here, and servers run until they are stopped.
  const lines = examples
    .flatMap(([, all]) => all)
    .filter(
      (line, at) => (isLong || at % 5 === 0) && !/--stdio|^rpcloom (mock|docs|mcp)\b/.test(line),
    )
  for (const line of lines) {
    const words = wordsOf(line).map((word) => word.replace('http://127.0.0.1:8545', server.url))
    const isInit = words[0] === 'init'
    const { code, stderr } = await rpcloom(
      isInit ? temporaryFolder(files) : folder,
      ...words,
      ...(isInit ? ['--no-install'] : []),
    )
    // Exit code 1 means that there are findings.
    outcomes.push(code === 0 || code === 1 ? line : `${line}: ${stderr}`)
  }
  await server.close()
  expect(outcomes).toEqual(lines)
})
