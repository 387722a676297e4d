import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const folder = join(process.env['RPCLOOM_SHARED'] ?? join(root, '../shared'), 'corpus')

/**
 * The folder with real documents, which is not part of this repository. Undefined if it does not
 * exist.
 */
export const corpus: string | undefined = existsSync(folder) ? folder : undefined

/** Whether the suites run in full. */
export const isLong: boolean = process.env['RPCLOOM_LONG'] === '1'

/** Returns every nth item, or all items if the suites run in full. */
export function sampled<T>(items: readonly T[], nth: number): readonly T[] {
  return isLong ? items : items.filter((_, index) => index % nth === 0)
}
