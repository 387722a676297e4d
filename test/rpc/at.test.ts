import { at, type ClientBase, type PathValues, type Transport } from '@rpcloom/rpc/client'
import { buildClient, method, queriesOf } from '@rpcloom/rpc/codegen/client'
import { expect, test } from 'vitest'

interface Wallet extends ClientBase<Wallet> {
  at(values: PathValues): Wallet
  getBalance(): Promise<unknown>
}

const group = {
  key: 'node',
  path: '/wallet/main',
  at: '/wallet/{wallet}',
  transports: ['http'],
  batch: { allowed: true },
} as const
const getBalance = { name: 'getBalance', group, structure: 'by-position', order: [] } as const

/** Returns a client, and the paths of its requests. */
function walletOf(): { readonly client: Wallet; readonly paths: string[] } {
  const paths: string[] = []
  const transport: Transport = ({ path, batch, id }) => {
    paths.push(path)
    const message = batch
      ? batch.map((one) => ({ jsonrpc: '2.0', id: one.id, result: one.path }))
      : { jsonrpc: '2.0', id, result: path }
    return Promise.resolve({ status: 200, message })
  }
  return {
    client: buildClient<Wallet>({ getBalance: method(getBalance) }, transport, at),
    paths,
  }
}

test('calls have the values that are nearest to them', async () => {
  const { client, paths } = walletOf()
  const savings = client.at({ wallet: 'savings' })
  await savings.getBalance()
  await savings.at({ wallet: 'main-2' }).getBalance()
  await savings.with({ timeoutMs: 1000 }).at({ wallet: 'cold' }).getBalance()
  await savings.at({ wallet: 'cold' }).with({ timeoutMs: 1000 }).getBalance()
  await client.getBalance()
  expect(paths).toEqual(
    ['savings', 'main-2', 'cold', 'cold', 'main'].map((one) => `/wallet/${one}`),
  )
})

test('a batch can have calls at several values', async () => {
  const { client } = walletOf()
  const calls = client
    .at({ wallet: 'savings' })
    .batch((savings) => [savings.getBalance(), savings.at({ wallet: 'cold' }).getBalance()])
  expect(await Promise.all(await calls)).toEqual(['/wallet/savings', '/wallet/cold'])
})

test('keys of queries have the values', () => {
  const { client } = walletOf()
  const keyOf = (one: Wallet, prefix: readonly unknown[] = []): unknown => {
    const groups = { node: { getBalance } }
    const { node } = queriesOf<{ node: { getBalance: { queryKey(): unknown } } }>(one, groups, {
      prefix,
    })
    return node.getBalance.queryKey()
  }
  expect(keyOf(client)).toEqual(['node', 'getBalance'])
  expect(keyOf(client.at({ wallet: 'cold' }), ['a'])).toEqual([
    'a',
    { wallet: 'cold' },
    'node',
    'getBalance',
  ])
})
