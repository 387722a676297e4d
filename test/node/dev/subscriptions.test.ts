import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { devRpc, first } from './rpc.ts'

// Subscriptions and filters over blocks that are reverted.

interface Event {
  readonly number?: string
  readonly blockNumber?: string
  readonly removed?: boolean
}

interface Message {
  readonly result?: unknown
  readonly params?: { readonly result: Event }
}

const logger = '0x00000000000000000000000000000000000000ab'
const hex = (value: number): string => `0x${value.toString(16)}`

/** Shows the height of a block or log, with a minus if it is removed. */
const shown = ({ number, blockNumber = number, removed }: Event): string =>
  `${removed === true ? '-' : ''}${Number(blockNumber)}`

async function chain() {
  const rpc = await devRpc()
  const { result, url } = rpc
  await result('anvil_setCode', logger, '0x5f5fa0')
  /** Subscribes; resolves with the events, which are added as they arrive. */
  const subscribed = async (...params: readonly unknown[]): Promise<string[]> => {
    const socket = new WebSocket(url.replace('http', 'ws').replace(/rpc$/, 'ws'))
    onTestFinished(() => socket.terminate())
    await new Promise((resolve) => socket.once('open', resolve))
    const events: string[] = []
    const confirmed = new Promise((resolve) =>
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Message
        if (message.params) events.push(shown(message.params.result))
        else resolve(message.result)
      }),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
    expect(await confirmed).toEqual(expect.any(String))
    return events
  }
  const filter = await result('eth_newFilter', {})
  return {
    ...rpc,
    subscribed,
    /** Builds blocks with one log each. */
    async log(blocks = 1): Promise<void> {
      for (let at = 0; at < blocks; at++)
        await result('eth_sendTransaction', { from: first, to: logger, gas: '0x186a0' })
    },
    snapshot: () => result('evm_snapshot'),
    revert: (snapshot: string) => result('evm_revert', snapshot),
    /** Returns what the filter has found since the last poll. */
    polled: async () => (await result<readonly Event[]>('eth_getFilterChanges', filter)).map(shown),
    height: async () => Number(await result('eth_blockNumber')),
  }
}

test.each([
  ['longer', 6],
  ['shorter', 2],
])('a resumed subscription has the events of the others after a revert: %s', async (_, blocks) => {
  const { log, subscribed, snapshot, revert, height } = await chain()
  await log()
  const base = await height()
  const mark = await snapshot()
  await log(3)
  const after = hex(await height())
  const heads = await subscribed('newHeads')
  const logs = await subscribed('logs', {})
  const resumed = {
    heads: await subscribed('newHeads', after),
    logs: await subscribed('logs', {}, { blockNumber: after, logIndex: '0x0' }),
  }
  await log()
  await expect.poll(() => [resumed.heads.length, resumed.logs.length]).toEqual([1, 1])
  await revert(mark)
  await log(blocks)
  const built = Array.from({ length: blocks }, (_, at) => String(base + 1 + at))
  const removed = [4, 3, 2, 1].map((at) => String(-(base + at)))
  const last = String(base + 4)
  const expected = { heads: [last, ...built], logs: [last, ...removed, ...built] }
  await expect.poll(() => ({ heads, logs })).toEqual(expected)
  await expect.poll(() => resumed).toEqual(expected)
})

test('a resumed subscription has each event once, although earlier blocks are reverted', async () => {
  const { log, subscribed, snapshot, revert, height } = await chain()
  const base = await height()
  await log(2)
  const mark = await snapshot()
  await log(2)
  const heads = await subscribed('newHeads', hex(base))
  const logs = await subscribed('logs', {}, { blockNumber: hex(base + 1), logIndex: '0x0' })
  const built = [1, 2, 3, 4].map((at) => String(base + at))
  await expect.poll(() => [heads, logs]).toEqual([built, built.slice(1)])
  await revert(mark)
  await log(1)
  const next = String(base + 3)
  const removed = [`-${base + 4}`, `-${next}`]
  const expected = [
    [...built, next],
    [...built.slice(1), ...removed, next],
  ]
  await expect.poll(() => [heads, logs]).toEqual(expected)
})

test('a subscription that is behind goes on after a revert', async () => {
  const { result, log, subscribed, snapshot, revert, height } = await chain()
  const base = await height()
  const mark = await snapshot()
  await result('hardhat_mine', hex(900))
  const heads = await subscribed('newHeads', hex(base))
  await revert(mark)
  await log(2)
  const built = [base + 1, base + 2].map(String)
  await expect.poll(() => heads.slice(-2)).toEqual(built)
  // What was sent before the revert is in order.
  const before = heads.slice(0, -2)
  expect(before).toEqual(before.map((_, at) => String(base + 1 + at)))
})

test('the logs of nested snapshots are removed', async () => {
  const { log, snapshot, revert, polled, height } = await chain()
  const base = await height()
  const [one, two] = [String(base + 1), String(base + 2)]
  const outer = await snapshot()
  await log()
  const inner = await snapshot()
  await log()
  expect(await polled()).toEqual([one, two])
  await revert(inner)
  expect(await polled()).toEqual([`-${two}`])
  await revert(outer)
  expect(await polled()).toEqual([`-${one}`])
})

test('a revert after a rollback removes the logs of the blocks that came since', async () => {
  const { result, log, snapshot, revert, polled, height } = await chain()
  await log(3)
  const mark = await snapshot()
  const top = await height()
  await polled()
  await result('anvil_rollback', 2)
  expect(await polled()).toEqual([`-${top}`, `-${top - 1}`])
  await log(2)
  expect(await polled()).toEqual([String(top - 1), String(top)])
  await revert(mark)
  expect(await polled()).toEqual([`-${top}`, `-${top - 1}`])
})

test('logs are removed, however many blocks follow', async () => {
  const { result, log, snapshot, revert, polled, height } = await chain()
  const next = String((await height()) + 1)
  const mark = await snapshot()
  await log()
  await result('hardhat_mine', hex(300))
  await revert(mark)
  expect(await polled()).toEqual([next, `-${next}`])
  await log()
  await result('hardhat_mine', hex(300))
  await result('hardhat_reset')
  expect(await polled()).toEqual([next, `-${next}`])
})

test('a state that is loaded removes the logs of blocks that it does not have', async () => {
  const { ask, result, log, polled, height } = await chain()
  const base = await height()
  await log()
  const state = await result('anvil_dumpState')
  await log()
  await result('hardhat_mine', hex(300))
  const [one, two] = [String(base + 1), String(base + 2)]
  expect(await polled()).toEqual([one, two])
  expect(await ask('anvil_loadState', '0x00')).toHaveProperty('error')
  expect(await polled()).toEqual([])
  await result('anvil_loadState', state)
  expect(await polled()).toEqual([`-${two}`])
})
