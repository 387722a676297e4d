import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a suite runs that needs a program. In the gate, it fails if the program is missing. */
export function needs(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const isHere = folders.some((folder) => existsSync(join(folder, program)))
  if (!isHere) console.warn(`Skipped: ${program} is not on the PATH.`)
  return isHere || process.env['RPCLOOM_ALL_SUITES'] === '1'
}
