import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders of programs. Servers are in the last one, which ordinary users do not have on their PATH. */
export const programPath: string = [process.env['PATH'] ?? '', '/usr/sbin'].join(delimiter)

/** Whether a suite runs that needs a program. In the gate, it fails if the program is missing. */
export function needs(program: string): boolean {
  const folders = programPath.split(delimiter)
  const isHere = folders.some((folder) => existsSync(join(folder, program)))
  if (!isHere) console.warn(`Skipped: ${program} is not on the PATH.`)
  return isHere || process.env['RPCLOOM_ALL_SUITES'] === '1'
}
