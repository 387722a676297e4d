import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const main = join(import.meta.dirname, '../../generator/dist/cli/main.js')

/** The command line, killed right before its nth change on disk. */
const run = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const [nth, ...args] = process.argv.slice(1)
let count = 0
for (const name of ['mkdirSync', 'renameSync', 'rmdirSync', 'rmSync', 'unlinkSync', 'writeFileSync', 'chmodSync', 'linkSync', 'copyFileSync', 'symlinkSync']) {
  const change = fs[name]
  fs[name] = (...args) => {
    if (++count === Number(nth)) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
}
syncBuiltinESMExports()
const { main } = await import(${JSON.stringify(pathToFileURL(main).href)})
process.exitCode = await main(args)
process.on('exit', () => process.stderr.write('\\nchanges: ' + count))
`

/** Runs a command and kills it right before its nth change on disk; 0 for never. */
export function killed(
  cwd: string,
  nth: number,
  args: readonly string[],
): ReturnType<typeof spawnSync> {
  const argv = ['--input-type=module', '-e', run, String(nth), ...args]
  return spawnSync(process.execPath, argv, { cwd, encoding: 'utf8' })
}

export const isLong: boolean = process.env['RPCLOOM_LONG'] === '1'

/** Returns the numbers of the changes before which to kill a command: all, or the one in the middle. */
export function killPoints({ stderr }: ReturnType<typeof spawnSync>): readonly number[] {
  const count = Number(/changes: (\d+)$/.exec(String(stderr))?.[1])
  if (!isLong) return [Math.ceil(count / 2)]
  return Array.from({ length: count }, (_, index) => index + 1)
}
