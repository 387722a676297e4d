import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The generated command line of this repository. */
export const nodeCli = join(root, 'packages/cli/bin/cli.mjs')

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Call {
  readonly bin?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs a command line as a shell does. Settings of the user are not read. */
export function command(
  args: readonly string[],
  { bin = nodeCli, env = {}, input = '' }: Call = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: '/nonexistent', ...env },
    })
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...texts }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
