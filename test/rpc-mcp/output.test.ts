import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const generated = [join(import.meta.dirname, 'suite-server.mjs')]
const workspace = [join(import.meta.dirname, '../../generator/bin/rpcloom.mjs'), 'mcp']

/** Sends a request to a server whose output is a file or was closed, and returns how it ends. */
async function ended(
  args: readonly string[],
  file?: string,
  input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
): Promise<unknown> {
  const cwd = temporaryFolder({
    'pets.json': '{"openrpc":"1.3.2","info":{"title":"Pets","version":"1.0.0"},"methods":[]}',
    'rpcloom.config.json':
      '{"inputs":["pets.json"],"out":"out","scope":"@a","targets":{"types":{}}}',
  })
  const fd = file === undefined ? undefined : openSync(file, 'w')
  const child = spawn(process.execPath, args, { cwd, stdio: ['pipe', fd ?? 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (fd !== undefined) closeSync(fd)
  child.stdout?.destroy()
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin?.on('error', () => undefined)
  child.stdin?.write(input)
  const [code] = (await once(child, 'close')) as readonly unknown[]
  return { code, text }
}

test.each([
  [generated, 'test-mcp'],
  [workspace, 'rpcloom'],
] as const)(
  '%j ends if the client has closed its output, or the disk is full',
  async (args, name) => {
    const text = (code: string): string => `${name}: Could not write the output: ${code}\n`
    expect(await ended(args)).toEqual({ code: 1, text: text('EPIPE') })
    if (!existsSync('/dev/full')) return
    expect(await ended(args, '/dev/full')).toEqual({ code: 1, text: text('ENOSPC') })
  },
)

test('a line that is too long ends the server with a message', async () => {
  const line = 'x'.repeat(64 * 1024 * 1024 + 1)
  expect(await ended(generated, undefined, line)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^A line exceeds \d+ bytes\n$/),
  })
})

test('help that cannot be written is a failure', async () => {
  if (!existsSync('/dev/full')) return
  expect(await ended([...generated, '--help'], '/dev/full')).toMatchObject({ code: 1 })
  const args = workspace.with(1, '--help')
  expect(await ended(args, '/dev/full')).toMatchObject({
    code: 2,
    text: 'rpcloom: Could not write the output: ENOSPC\n',
  })
})
