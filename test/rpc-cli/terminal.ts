import { spawn, spawnSync } from 'node:child_process'

/** Whether the tool `script` is installed, which runs a command with a terminal. */
export const hasTerminals = spawnSync('script', ['--version']).error === undefined

/** Runs a command with a terminal, by the tool `script`. Types an input when the output ends in a colon and a space. */
export function onTerminal(bin: string, args: readonly string[], input = ''): Promise<string> {
  return onTerminalLine([process.execPath, bin, ...args], input)
}

/** Like `onTerminal`, for any program. An input that is a function is called with the output so far, instead of typed. */
export function onTerminalLine(
  words: readonly string[],
  input: string | ((text: string) => void),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = words.map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: '/nonexistent', TERM: 'xterm' },
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (input === '' || !text.endsWith(': ')) return
      if (typeof input === 'string') child.stdin.write(input)
      else input(text)
    })
    child.on('error', reject)
    child.on('close', () => resolve(text.replaceAll('\r\n', '\n')))
  })
}
