import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { mockDocuments } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import { expect, test } from 'vitest'
import { commands } from '../../generator/src/cli/commands.ts'
import { readCommandLine } from '../../generator/src/cli/command-line.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')
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
  ],
}

interface Outcome {
  readonly code: number
  readonly stderr: string
}

function run(folder: string, program: string, words: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd: folder }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })
}

test('examples run as typed', { timeout: 300_000 }, async () => {
  const files = { 'openrpc.json': JSON.stringify(document) }
  const folder = temporaryFolder(files)
  const rpcloom = (words: readonly string[], at: string): Promise<Outcome> =>
    run(at, process.execPath, [bin, ...words, ...(words[0] === 'init' ? ['--no-install'] : [])])
  await rpcloom(['init', '--name', 'shop'], folder)
  const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
  for (const args of [['init'], ['add', '.'], ['commit', '-m', 'one'], ['tag', 'v0.1.0']])
    await run(folder, 'git', [...author, ...args])
  const server = await listen(mockDocuments([document]).server, { port: 0 })
  const outcomes: unknown[] = []
  // The long form runs all examples, the short form every fifth.
  const lines = examples.flatMap(([, all]) => all).filter((_, at) => isLong || at % 5 === 0)
  for (const line of lines) {
    const words = wordsOf(line).map((word) => word.replace('http://127.0.0.1:8545', server.url))
    const { code, stderr } = await rpcloom(
      words,
      words[0] === 'init' ? temporaryFolder(files) : folder,
    )
    // Exit code 1 means that there are findings.
    outcomes.push(code === 0 || code === 1 ? line : `${line}: ${stderr}`)
  }
  await server.close()
  expect(outcomes).toEqual(lines)
})
