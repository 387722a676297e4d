import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode } from '@native-node/node/testing'
import type { RunningNode } from '@native-node/node'
import { call } from '../requests.ts'
import { expectResponsive } from '../expect-responsive.ts'
import { signed, structures } from '../codec/vectors.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { funded } from './wallet.ts'

const zero = '11111111111111111111111111111111LpoYY'
const unknown = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'
const damaged = `${unknown.slice(0, -1)}V`
const me = funded.text
const path = { wallet: '/ext/bc/X/wallet', static: '/ext/vm/xvm', chain: '/ext/bc/X' }
const wrongSum = `${signed.xBase.text.slice(0, -1)}d`
const foreign = checkedHex(Buffer.from(structures.xBaseTx.hex, 'hex'))
const coin = {
  name: 'Coin',
  symbol: 'C',
  initialState: { fixedCap: [{ amount: '1', address: me.slice(2) }] },
}

/** Params that decode, and their errors: the documented one, and that of public nodes. */
const refusals: readonly (readonly [
  where: keyof typeof path,
  method: string,
  params: object,
  reason: string,
  message: RegExp,
])[] = [
  [
    'chain',
    'xvm.getAssetDescription',
    { assetID: 'nothing' },
    'unknownAsset',
    /^asset 'nothing' not found$/,
  ],
  ['chain', 'xvm.getAssetDescription', { assetID: damaged }, 'unknownAsset', /not found$/],
  ['chain', 'xvm.getAssetDescription', { assetID: unknown }, 'assetNotFound', /^not found$/],
  [
    'chain',
    'xvm.getBlock',
    { blockID: unknown },
    'blockNotFound',
    /^couldn't get block with id Sk.*: not found$/,
  ],
  [
    'chain',
    'xvm.getBlockByHeight',
    { height: '99' },
    'blockNotFound',
    /^couldn't get block at height 99: not found$/,
  ],
  [
    'chain',
    'xvm.getBlockByHeight',
    { height: '18446744073709551615' },
    'blockNotFound',
    /not found$/,
  ],
  ['chain', 'xvm.getTx', { txID: zero }, 'nilTransactionId', /^nil transaction ID$/],
  ['chain', 'xvm.getTx', { txID: unknown }, 'transactionNotFound', /not found$/],
  ['chain', 'xvm.getTxStatus', { txID: zero }, 'nilTransactionId', /^nil transaction ID$/],
  [
    'chain',
    'xvm.getUTXOs',
    { addresses: [`P${me.slice(1)}`] },
    'invalidAddress',
    /^couldn't parse address/,
  ],
  [
    'chain',
    'xvm.getUTXOs',
    { addresses: [me], sourceChain: 'nowhere' },
    'invalidSourceChain',
    /problem parsing source chain/,
  ],
  [
    'chain',
    'xvm.getUTXOs',
    { addresses: [me], startIndex: { address: me, utxo: damaged } },
    'invalidStartIndex',
    /couldn't parse start index/,
  ],
  [
    'chain',
    'xvm.issueTx',
    { tx: wrongSum },
    'undecodableTransaction',
    /^problem decoding transaction/,
  ],
  ['chain', 'xvm.issueTx', { tx: '0x7852b855' }, 'unparsableTransaction', /^couldn't parse tx/],
  [
    'chain',
    'xvm.issueTx',
    { tx: signed.pBase.text },
    'unparsableTransaction',
    /^couldn't parse tx/,
  ],
  ['chain', 'xvm.issueTx', { tx: foreign }, 'wrongNetwork', /^tx has wrong network ID$/],
  [
    'chain',
    'xvm.getBalance',
    { address: me, assetID: 'nothing' },
    'unknownAsset',
    /^asset 'nothing' not found$/,
  ],
  [
    'chain',
    'xvm.getBalance',
    { address: `${me.slice(0, -1)}q`, assetID: 'NATIVE' },
    'invalidAddress',
    /^couldn't parse address/,
  ],
  [
    'chain',
    'xvm.getAllBalances',
    { address: `C${me.slice(1)}` },
    'invalidAddress',
    /^couldn't parse address/,
  ],
  [
    'chain',
    'xvm.getAddressTxs',
    { address: me, assetID: 'nothing' },
    'unknownAsset',
    /^asset 'nothing' not found$/,
  ],
  [
    'chain',
    'xvm.getAddressTxs',
    { address: `C${me.slice(1)}`, assetID: 'NATIVE' },
    'invalidAddress',
    /^couldn't parse address/,
  ],
  [
    'chain',
    'xvm.import',
    { to: me, sourceChain: 'C', username: 'u', password: 'p' },
    'unknownUser',
    /user doesn't exist/,
  ],
  [
    'wallet',
    'wallet.issueTx',
    { tx: wrongSum },
    'undecodableTransaction',
    /^problem decoding transaction/,
  ],
  ['wallet', 'wallet.issueTx', { tx: '0x7852b855' }, 'unparsableTransaction', /^couldn't parse tx/],
  [
    'static',
    'xvm.buildGenesis',
    { networkID: 1, genesisData: { coin: { ...coin, initialState: { nonFungible: [] } } } },
    'unknownAssetType',
    /^unknown asset type$/,
  ],
]

/** Params that do not decode, and the place of the error. */
const misfits: readonly (readonly [keyof typeof path, string, object, string])[] = [
  ['chain', 'xvm.getAssetDescription', {}, '/assetID'],
  ['chain', 'xvm.getAssetDescription', { assetID: '' }, '/assetID'],
  ['chain', 'xvm.getAssetDescription', { assetID: 7 }, '/assetID'],
  ['chain', 'xvm.getBlock', { blockID: damaged }, '/blockID'],
  ['chain', 'xvm.getBlock', { blockID: '' }, '/blockID'],
  ['chain', 'xvm.getBlock', { blockID: unknown, encoding: 'cb58' }, '/encoding'],
  ['chain', 'xvm.getBlockByHeight', { height: '-1' }, '/height'],
  ['chain', 'xvm.getBlockByHeight', { height: 1.5 }, '/height'],
  ['chain', 'xvm.getBlockByHeight', { height: '18446744073709551616' }, '/height'],
  ['chain', 'xvm.getTx', { txID: damaged }, '/txID'],
  ['chain', 'xvm.getTx', { txID: unknown, encoding: 7 }, '/encoding'],
  ['chain', 'xvm.getTxStatus', { txID: 'x' }, '/txID'],
  ['chain', 'xvm.getUTXOs', { addresses: [] }, '/addresses'],
  ['chain', 'xvm.getUTXOs', { addresses: Array(1025).fill(me) }, '/addresses'],
  ['chain', 'xvm.getUTXOs', { addresses: me }, '/addresses'],
  ['chain', 'xvm.getUTXOs', { addresses: [me], limit: -1 }, '/limit'],
  ['chain', 'xvm.getUTXOs', { addresses: [me], limit: '4294967296' }, '/limit'],
  ['chain', 'xvm.getUTXOs', { addresses: [me], encoding: 'json' }, '/encoding'],
  ['chain', 'xvm.getUTXOs', { addresses: [me], startIndex: { address: me } }, '/startIndex'],
  ['chain', 'xvm.getUTXOs', { addresses: [me], sourceChain: 7 }, '/sourceChain'],
  ['chain', 'xvm.issueTx', { tx: '' }, '/tx'],
  ['chain', 'xvm.issueTx', { tx: signed.xBase.text.slice(2) }, '/tx'],
  ['chain', 'xvm.issueTx', { tx: `0x${'00'.repeat(65_541)}` }, '/tx'],
  ['chain', 'xvm.issueTx', { tx: signed.xBase.text, encoding: 'json' }, '/encoding'],
  ['chain', 'xvm.getAddressTxs', { address: me }, '/assetID'],
  ['chain', 'xvm.getAddressTxs', { address: me, assetID: 'NATIVE', pageSize: 1025 }, '/pageSize'],
  ['chain', 'xvm.getAddressTxs', { address: me, assetID: 'NATIVE', cursor: 'x' }, '/cursor'],
  ['chain', 'xvm.getBalance', { assetID: 'NATIVE' }, '/address'],
  [
    'chain',
    'xvm.getBalance',
    { address: me, assetID: 'NATIVE', includePartial: 'yes' },
    '/includePartial',
  ],
  ['chain', 'xvm.getAllBalances', { address: '' }, '/address'],
  ['chain', 'xvm.import', { to: me, sourceChain: 'C', username: '', password: 'p' }, '/username'],
  ['wallet', 'wallet.issueTx', {}, '/tx'],
  ['static', 'xvm.buildGenesis', { genesisData: {} }, '/networkID'],
  [
    'static',
    'xvm.buildGenesis',
    { networkID: 1, genesisData: { coin: { ...coin, symbol: 'FIVES' } } },
    '/genesisData/coin/symbol',
  ],
  [
    'static',
    'xvm.buildGenesis',
    { networkID: 1, genesisData: { coin: { ...coin, memo: '0x0000000000' } } },
    '/genesisData/coin/memo',
  ],
  [
    'static',
    'xvm.buildGenesis',
    {
      networkID: 1,
      genesisData: {
        coin: {
          ...coin,
          initialState: {
            fixedCap: Array.from({ length: 5000 }, () => ({ amount: '1', address: '' })),
          },
        },
      },
    },
    '/genesisData',
  ],
]

let spec: RunningNode
let open: RunningNode
beforeAll(async () => {
  const options = { requiredDiskBytes: 0, indexTransactions: true }
  ;[spec, open] = await Promise.all([
    startNode(options),
    startNode({ ...options, dialect: 'public' }),
  ])
})
afterAll(() => Promise.all([spec.close(), open.close()]))

describe('params that decode to invalid values', () => {
  const rows = refusals.map(([where, method, params, reason, message]) => {
    return { where, method, params, reason, message }
  })
  test.each(rows)(
    '$method $params: $reason',
    async ({ where, method, params, reason, message }) => {
      const { error } = await call(`${spec.url}${path[where]}`, method, params)
      expect(error).toMatchObject({
        code: -32_000,
        message: expect.stringMatching(message),
        data: { reason },
      })
      const answered = await call(`${open.url}${path[where]}`, method, params)
      expect(answered.status).toBe(200)
      expect(answered.error).toMatchObject({
        code: -32_000,
        message: expect.stringMatching(message),
        data: null,
      })
    },
  )
})

describe('params that do not decode', () => {
  test.each(misfits.map(([where, method, params, place]) => ({ where, method, params, place })))(
    '$method at $place: $params',
    async ({ where, method, params, place }) => {
      const { error } = await call(`${spec.url}${path[where]}`, method, params)
      expect(error?.code).toBe(-32_602)
      const issues = error?.data?.['issues'] as readonly { readonly pointer: string }[]
      expect(issues.some(({ pointer }) => pointer.startsWith(place))).toBe(true)
      const answered = await call(`${open.url}${path[where]}`, method, params)
      expect(answered.error).toMatchObject({ code: -32_000, data: null })
    },
  )
})

test('every response is a result or one of these errors', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      me,
      unknown,
      damaged,
      zero,
      'NATIVE',
      'X',
      'P',
      '0x',
      '1'.repeat(50),
      `${me}1`,
      signed.xBase.text.slice(0, 400),
    ),
    fc
      .uint8Array({ maxLength: 120 })
      .map((bytes) => checkedHex(Buffer.concat([Buffer.alloc(2), bytes]))),
  )
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.array(text, { maxLength: 3 }),
    fc.constant(null),
  )
  const names = [
    'assetID',
    'blockID',
    'height',
    'txID',
    'addresses',
    'limit',
    'startIndex',
    'sourceChain',
    'encoding',
    'tx',
    'address',
    'cursor',
    'pageSize',
    'to',
    'username',
    'password',
  ]
  const methods = [
    ...new Set(
      [...refusals, ...misfits].filter(([where]) => where === 'chain').map(([, method]) => method),
    ),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }),
      async (method, params) => {
        const { result, error } = await call(`${spec.url}/ext/bc/X`, method, params)
        if (result === undefined) expect([-32_602, -32_000]).toContain(error?.code)
      },
    ),
    { seed: 20_261_121, numRuns: 300 },
  )
  await expectResponsive(spec)
})
