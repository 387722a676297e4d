import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'

/** A command with its arguments. */
export type Command = readonly [name: string, ...args: string[]]

/** A script that Redis knows by its SHA-1 once it has run. */
interface Script {
  readonly text: string
  readonly sha: string
}

/** A script with its keys and other arguments. */
export interface ScriptCall {
  readonly script: Script
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** Sends a command, or runs a script. */
export async function execute(
  connection: Connection,
  command: Command | ScriptCall,
): Promise<unknown> {
  if (!('script' in command)) return connection.send(command)
  const { script, keys, args } = command
  const input = [String(keys.length), ...keys, ...args]
  try {
    return await connection.send(['EVALSHA', script.sha, ...input])
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return connection.send(['EVAL', script.text, ...input])
  }
}
