import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const bin: string = fileURLToPath(
  new URL('../../packages/node/bin/native-node.mjs', import.meta.url),
)

export interface ExitResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The running command; it is killed at the end of the test at the latest. */
export interface SpawnedNode {
  readonly child: ChildProcess
  /** Resolves with the address that the node prints; rejects if it exits before. */
  readonly url: Promise<string>
  readonly ended: Promise<ExitResult>
}

export function spawnNode(...args: readonly string[]): SpawnedNode {
  return spawnNodeIn({}, ...args)
}

/** Runs the command with additional environment variables. */
export function spawnNodeIn(
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): SpawnedNode {
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  })
  let stdout = ''
  let stderr = ''
  const ended = new Promise<ExitResult>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const found = /Listening on (\S+)\n/.exec(stdout)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`The node ended: ${stderr}`)))
  })
  url.catch(() => {})
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, url, ended }
}
