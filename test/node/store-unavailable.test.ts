import { Logger, memoryStore, StoreError, type Store } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { described, inOrder, isOverHttp, pairings, post } from '../conformance/service.ts'
import { below, children, follow, member } from '../project/openrpc/files.ts'

// Responses of every method of every document while the disk fails.

/** A store that fails at every access after `breakNow`. */
function breakable(store: Store): Store & { readonly breakNow: () => void } {
  let isBroken = false
  const check = (): void => {
    if (isBroken) throw new StoreError('io', 'the disk reports an input/output error')
  }
  return {
    ...store,
    breakNow: () => (isBroken = true),
    async get(key) {
      check()
      return store.get(key)
    },
    async getMany(keys) {
      check()
      return store.getMany(keys)
    },
    async page(prefix, limit, after) {
      check()
      return store.page(prefix, limit, after)
    },
    async write(changes) {
      check()
      return store.write(changes)
    },
    snapshot() {
      check()
      return store.snapshot()
    },
  }
}

interface Answered {
  readonly error?: { readonly code: number; readonly data?: unknown }
}

let node: Awaited<ReturnType<typeof startNode>>
const failing = new Map<string, Set<number>>()

beforeAll(async () => {
  const store = breakable(memoryStore())
  node = await startNode({
    openStore: async () => store,
    requiredDiskBytes: 0,
    indexTransactions: true,
    // One of the calls changes the log level, and every failure would be printed.
    logger: new Logger('crit', () => undefined),
  })
  store.breakNow()
  for (const pairing of pairings.filter(isOverHttp)) {
    const { group, method, params } = pairing
    const isPositional = method.structure === 'by-position'
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: method.name,
      params: isPositional ? inOrder(method, params) : params,
    })
    const { json } = await post(node.url + group.path, body)
    const { error } = (json ?? {}) as Answered
    if (error === undefined) continue
    const codes = failing.get(method.name) ?? new Set()
    failing.set(method.name, codes.add(error.code))
    if (error.code === -32_002)
      expect(error.data).toEqual({ reason: 'storeUnavailable', fault: 'io' })
  }
})
afterAll(() => node.close())

test('no call returns an internal error', () => {
  const internal = [...failing].filter(([, codes]) => codes.has(-32_603))
  expect(internal.map(([name]) => name)).toEqual([])
})

test('the document declares the error for each method that can fail', () => {
  const unlisted = described
    .filter(({ method }) => failing.get(method.name)?.has(-32_002) === true)
    .filter(({ found }) => {
      const errors = children(below(found, 'errors')).map((each) => follow(each)?.value)
      return !errors.some(
        (each) =>
          member(each, 'code') === -32_002 &&
          member(member(each, 'x-reason'), 'name') === 'storeUnavailable',
      )
    })
  expect(unlisted.map(({ method }) => method.name)).toEqual([])
})
