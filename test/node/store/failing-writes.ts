import { levelDatabase } from '../../../packages/node/src/store/level-database.ts'
import type { Level } from '../../../packages/node/src/store/level-page.ts'

/** Creates a database whose writes fail with the error of the operating system that `reasonOf` returns, if any. */
export function failingWrites(folder: string, reasonOf: () => string | undefined): Level {
  const level = levelDatabase(folder)
  const whole = level.batch.bind(level)
  const batch = (): ReturnType<typeof whole> => {
    const reason = reasonOf()
    const chained = whole()
    if (reason === undefined) return chained
    const error = new Error(`IO error: ${folder}/000003.log: ${reason}`)
    const write = (): Promise<never> =>
      Promise.reject(Object.assign(error, { code: 'LEVEL_IO_ERROR' }))
    return Object.assign(chained, { write })
  }
  return Object.assign(level, { batch })
}
