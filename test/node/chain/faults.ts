import type { Store } from '@native-node/node'

/** What a faulty write does: fails or never ends, before or after it was applied. */
export type Fault = 'fails' | 'fails after' | 'hangs' | 'hangs after'
export const faults: readonly Fault[] = ['fails', 'fails after', 'hangs', 'hangs after']

/** A store whose writes are faulty as `faultOf` says for each, counted from 0. */
export function faulty(store: Store, faultOf: (write: number) => Fault | undefined): Store {
  let writes = 0
  return {
    ...store,
    async write(changes) {
      const fault = faultOf(writes++)
      if (fault === undefined || fault.endsWith('after')) await store.write(changes)
      if (fault?.startsWith('fails') === true) throw new Error(`write ${writes - 1} failed`)
      if (fault?.startsWith('hangs') === true) await new Promise(() => {})
    },
  }
}
