import { readFileSync } from 'node:fs'
import { parseLossless } from '@rpcloom/rpc/internal/call'
import { UsageError } from './exit-codes.ts'

/** Returns the text of a file, or of standard input (0). `what` names it in errors. */
export function readText(path: string | 0, what: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new UsageError(`Could not read ${what}: ${code}`, { cause: error })
  }
}

/** Returns the value of JSON with all digits. */
export function jsonIn(what: string, text: string): unknown {
  try {
    return parseLossless(text)
  } catch (error) {
    throw new UsageError(`${what} is not JSON`, { cause: error })
  }
}
