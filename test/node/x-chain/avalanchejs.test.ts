import { memoryStore } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import { decode, encode, type ID, type ShortID } from '../../../packages/node/src/codec/field.ts'
import { ZERO_ID, hexID, parseID } from '../../../packages/node/src/codec/ids.ts'
import type { Output, Utxo } from '../../../packages/node/src/codec/structures.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import {
  SignedTx,
  UnsignedTx,
  XUtxo,
  type Credential,
  type FxOperation,
} from '../../../packages/node/src/codec/x-chain.ts'
import { xOutputs } from '../../../packages/node/src/x-chain/state.ts'
import { openLibrary, type Library, type LibraryOwner } from './library.mjs'
import { amount, C, funded, someone, X, type Owner } from './wallet.ts'

/** The published library of the public network against a node with the vendor's names. */
const overlay = fileURLToPath(
  new URL('../../../openrpc/overlays/public-network.json', import.meta.url),
)
const known = (owner: Owner): LibraryOwner & Owner => ({
  ...owner,
  raw: Buffer.from(owner.address, 'hex'),
})
const [me, anna, bert] = [known(funded), known(someone(1)), known(someone(2))]

let node: Awaited<ReturnType<typeof startNode>>
let library: Library

beforeAll(async () => {
  const store = memoryStore()
  const shared = exportedOutputs(store, { source: C, destination: X }, xOutputs)
  const exported = { txID: hexID('cc'.repeat(32)), outputIndex: 0, ...amount([anna], 9_000_000n) }
  await store.write(shared.added(exported))
  node = await startNode({ aliases: overlay, openStore: async () => store, requiredDiskBytes: 0 })
  library = await openLibrary(node.url)
})
afterAll(() => node.close())

async function accepted(issued: Promise<string>): Promise<string> {
  const txID = await issued
  expect(await library.status(txID)).toBe('Accepted')
  return txID
}

describe('the library moves', () => {
  test('an amount', async () => {
    const before = await library.balance(me.text)
    await accepted(library.send(me, anna, 1_000_000_000n))
    expect(await library.balance(anna.text)).toBe(1_000_000_000n)
    const { baseTxFee } = library.context
    expect(await library.balance(me.text)).toBe(before - 1_000_000_000n - baseTxFee)
  })

  test.each(['pBlockchainID', 'cBlockchainID'] as const)('an amount to %s', async (where) => {
    const before = await library.balance(me.text)
    await accepted(library.exportTo(library.context[where], me, 5_000_000n))
    const { baseTxFee } = library.context
    expect(await library.balance(me.text)).toBe(before - 5_000_000n - baseTxFee)
  })

  test('an amount from another chain', async () => {
    expect(await library.utxos(anna.text, 'C')).toHaveLength(1)
    await accepted(library.importFrom('C', library.context.cBlockchainID, anna, bert))
    expect(await library.balance(bert.text)).toBe(9_000_000n - library.context.baseTxFee)
    expect(await library.utxos(anna.text, 'C')).toEqual([])
  })
})

/** Signs with the library and issues through it. */
async function issue(
  unsignedTx: UnsignedTx,
  further: readonly Credential['kind'][],
): Promise<string> {
  const bytes = encode(UnsignedTx, unsignedTx)
  const signatures = [await library.sign(bytes, me.key)]
  const kinds = [...unsignedTx.inputs.map(() => 'secpCredential' as const), ...further]
  const credentials = kinds.map((kind) => ({ kind, signatures }))
  return accepted(library.issue(checkedHex(encode(SignedTx, { unsignedTx, credentials }))))
}

/** The library can read the operation and write it unchanged. */
async function operate({ assetID, ...utxo }: Utxo, operation: FxOperation): Promise<void> {
  const { txID, outputIndex } = utxo
  const base = decode(UnsignedTx, await library.base(me))
  const operations = [{ assetID, utxoIDs: [{ txID, outputIndex }], operation }]
  const unsigned: UnsignedTx = { ...base, kind: 'operationTx', operations }
  const bytes = encode(UnsignedTx, unsigned)
  expect(Buffer.from(library.rewritten(bytes))).toEqual(Buffer.from(bytes))
  await issue(unsigned, [
    operation.kind === 'secpMintOperation' ? 'secpCredential' : 'nftCredential',
  ])
}

async function only(kind: Output['kind'], assetID: ID): Promise<Utxo> {
  const version = Buffer.alloc(2)
  const found = (await library.utxos(me.text))
    .map(({ bytes }) => decode(XUtxo, Buffer.concat([version, bytes])))
    .find((utxo) => utxo.assetID === assetID && utxo.output.kind === kind)
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

describe('an asset of the library', () => {
  const owned = (owner: Owner): { locktime: bigint; threshold: number; addresses: ShortID[] } => ({
    locktime: 0n,
    threshold: 1,
    addresses: [owner.address],
  })
  const mintInput = { sigIndices: [0] }

  test('is created, described and minted', async () => {
    const created = await library.creation(me, 'Library', 'LIB', 1)
    const asset = await issue(decode(UnsignedTx, created), [])
    expect(await library.describe(asset)).toMatchObject({
      assetID: asset,
      name: 'Library',
      symbol: 'LIB',
      denomination: '1',
    })
    await operate(await only('secpMintOutput', parseID(asset) ?? ZERO_ID), {
      kind: 'secpMintOperation',
      mintInput,
      mintOutput: owned(me),
      transferOutput: { amount: 77n, ...owned(anna) },
    })
    expect(await library.balance(anna.text, asset)).toBe(77n)
  })

  test('has NFTs, which are minted and transferred', async () => {
    const base = decode(UnsignedTx, await library.base(me))
    const right = { kind: 'nftMintOutput', groupID: 3, ...owned(me) } as const
    const asset = await issue(
      {
        ...base,
        kind: 'createAssetTx',
        name: 'Pictures',
        symbol: 'PIC',
        denomination: 0,
        initialStates: [{ fxIndex: 1, outputs: [right] }],
      },
      [],
    )
    const assetID = parseID(asset) ?? ZERO_ID
    const token = { groupID: 3, payload: Buffer.from('a picture') }
    await operate(await only('nftMintOutput', assetID), {
      kind: 'nftMintOperation',
      mintInput,
      ...token,
      owners: [owned(me)],
    })
    await operate(await only('nftTransferOutput', assetID), {
      kind: 'nftTransferOperation',
      input: mintInput,
      output: { ...token, ...owned(bert) },
    })
    expect((await library.utxos(bert.text)).filter((utxo) => utxo.asset === asset)).toHaveLength(1)
  })
})
