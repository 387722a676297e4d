import type { Store } from '../../store/store.ts'
import { CheckFailure, type Check } from '../check.ts'

const PROBE = Buffer.from('\u0000health')

/** Passes if a value can be written durably and read back. */
export function databaseCheck(store: () => Promise<Store>): Check {
  return {
    name: 'database',
    tags: ['application'],
    global: true,
    async run() {
      const opened = await store()
      const value = Buffer.from(String(process.hrtime.bigint()))
      await opened.write([{ kind: 'put', key: PROBE, value }])
      const read = await opened.get(PROBE)
      if (read === undefined || !value.equals(read)) {
        throw new CheckFailure('the database returned a different value than was written')
      }
    },
  }
}
