import { UsageError } from './exit-codes.ts'
import { optionName } from './names.ts'

/** Asks for a secret on the terminal, without echo. */
export function readSecret(name: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) {
    const option = `--${optionName(name)}`
    throw new UsageError(
      `Missing secret ${name}: use ${option} @FILE or ${option} -, because standard input is no terminal`,
    )
  }
  // Before the prompt, so that no key is echoed.
  stdin.setRawMode(true)
  stderr.write(`${name}: `)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = (done: () => void): void => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      done()
    }
    const onData = (chunk: string | Buffer): void => {
      for (const key of chunk.toString()) {
        if (key === '\r' || key === '\n') return finish(() => resolve(typed))
        // Control-C and Control-D.
        if (key === '\u0003' || key === '\u0004') {
          return finish(() => reject(new UsageError(`No value for the secret ${name}`)))
        }
        typed = key === '\u007F' || key === '\b' ? [...typed].slice(0, -1).join('') : typed + key
      }
    }
    stdin.on('data', onData)
  })
}
