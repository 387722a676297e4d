// esbuild, which commands load, starts its process in the folder in which it was loaded. Tests that use it later need
// a folder that still exists.
import 'esbuild'
import { vi } from 'vitest'
import { main } from '../generator/dist/cli/main.js'

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command in the process of the test, one at a time. The code is loaded and optimized once, so most commands
 * take a tenth of the time that a process of their own takes.
 */
export async function rpcloom(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const before = process.cwd()
  const stdout = captured(process.stdout)
  const stderr = captured(process.stderr)
  process.chdir(cwd)
  try {
    const code = await main(args)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    process.chdir(before)
    stdout.stop()
    stderr.stop()
  }
}

interface Captured {
  readonly text: () => string
  readonly stop: () => void
}

function captured(stream: NodeJS.WriteStream): Captured {
  let text = ''
  const spy = vi.spyOn(stream, 'write').mockImplementation((part) => {
    text += String(part)
    return true
  })
  return { text: () => text, stop: () => spy.mockRestore() }
}
