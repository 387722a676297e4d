import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCodes, UsageError } from './exit-codes.ts'

/** Asks for a secret on the terminal, without echo. */
export function readSecret(name: string, option: string): Promise<string> {
  const { stdin: input, stderr } = process
  if (!input.isTTY) {
    throw new UsageError(
      `Missing secret ${name}: use ${option} @FILE or ${option} -, because standard input is no terminal`,
    )
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Before the prompt, so that no key is echoed.
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  stderr.write(`${name}: `)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => {
      lines.close()
      process.exit(exitCodes.interrupted)
    })
    // Also after Control-D.
    lines.once('close', () => {
      stderr.write('\n')
      reject(new UsageError(`No value for the secret ${name}`))
    })
  })
}
