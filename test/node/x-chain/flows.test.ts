import { memoryStore, type NodeOptions } from '@native-node/node'
import type { Client } from '@native-node/client'
import { testClock } from '@native-node/node/testing'
import { describe, expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { decode, type ID, type ShortID } from '../../../packages/node/src/codec/field.ts'
import { hexID, idText } from '../../../packages/node/src/codec/ids.ts'
import type { Output, Utxo } from '../../../packages/node/src/codec/structures.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo, type Operation } from '../../../packages/node/src/codec/x-chain.ts'
import { xOutputs } from '../../../packages/node/src/x-chain/state.ts'
import { openNode } from '../open-node.ts'
import { errorReason } from '../rpc-errors.ts'
import {
  amount,
  balance,
  base,
  C,
  FEE,
  funded,
  funding,
  input,
  issue,
  NATIVE,
  P,
  signedText,
  someone,
  unspent,
  X,
  type Owner,
} from './wallet.ts'

const START = 300_000_000_000_000_000n
const [anna, bert, carl] = [someone(1), someone(2), someone(3)]
const owned = ({
  address,
}: Owner): { locktime: bigint; threshold: number; addresses: ShortID[] } => ({
  locktime: 0n,
  threshold: 1,
  addresses: [address],
})

async function open(options?: NodeOptions): Promise<Client> {
  return (await openNode(options)).client
}

/** Returns the only output of a kind that an owner has of an asset. */
async function only(client: Client, owner: Owner, kind: Output['kind']): Promise<Utxo> {
  const found = (await unspent(client, owner)).filter(({ output }) => output.kind === kind)
  expect(found).toHaveLength(1)
  const [utxo] = found
  if (utxo === undefined) throw new Error(`no ${kind}`)
  return utxo
}

function spentBy(
  { assetID, txID, outputIndex }: Utxo,
  operation: Operation['operation'],
): Operation {
  return { assetID, utxoIDs: [{ txID, outputIndex }], operation }
}

describe('amounts', () => {
  test('are transferred, less the fee', async () => {
    const client = await open()
    const sent = 1_000_000_000n
    const unsigned = await funding(client, funded, [amount([anna], sent)])
    const txID = idText(await issue(client, funded, { kind: 'baseTx', ...unsigned }))
    expect(await client.xChain.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
    expect(await balance(client, anna)).toBe(sent)
    expect(await balance(client, funded)).toBe(START - sent - FEE)
    expect(await client.xChain.getAllBalances({ address: anna.text })).toEqual({
      balances: [{ asset: 'NATIVE', balance: sent }],
    })
  })

  test('of several owners need their threshold of signatures', async () => {
    const client = await open()
    const owners = [anna, bert, carl]
    const shared = amount(owners, 5_000_000n, { threshold: 2 })
    await issue(client, funded, { kind: 'baseTx', ...(await funding(client, funded, [shared])) })
    const [utxo] = await unspent(client, bert)
    if (utxo === undefined) throw new Error('nothing there')
    const sorted = owners.toSorted((a, b) => (a.address < b.address ? -1 : 1))
    const tx = base([input(utxo, [0, 2])], [amount([carl], 4_000_000n)])
    const unsigned = { kind: 'baseTx', ...tx } as const
    const signers = sorted.filter((_, at) => at !== 1)
    const wrong = signedText(unsigned, [{ by: signers.toReversed() }])
    expect(await errorReason(client.xChain.issueTx({ tx: wrong }))).toEqual([
      -32_000,
      'wrongSignature',
    ])
    await client.xChain.issueTx({ tx: signedText(unsigned, [{ by: signers }]) })
    expect(await balance(client, carl)).toBe(4_000_000n)
  })

  test('are locked until their time, and counted in full only if requested', async () => {
    const clock = testClock(new Date('2026-01-01T00:00:00Z'))
    const client = await open({ clock })
    const locktime = BigInt(clock.now() / 1000) + 3600n
    const locked = amount([anna], 3_000_000n, { locktime })
    await issue(client, funded, { kind: 'baseTx', ...(await funding(client, funded, [locked])) })
    const params = { address: anna.text, assetID: 'NATIVE' }
    expect(await client.xChain.getBalance(params)).toEqual({ balance: 0n, utxoIDs: [] })
    expect((await client.xChain.getBalance({ ...params, includePartial: true })).balance).toBe(
      3_000_000n,
    )
    const unsigned = { kind: 'baseTx', ...(await funding(client, anna)) } as const
    expect(await errorReason(issue(client, anna, unsigned))).toEqual([-32_000, 'outputLocked'])
    clock.advance(3600)
    await issue(client, anna, unsigned)
    expect((await client.xChain.getBalance({ ...params, includePartial: true })).balance).toBe(
      2_000_000n,
    )
  })
})

describe('an asset', () => {
  const mints = {
    name: 'Tokens and more',
    symbol: 'TOK',
    denomination: 2,
    initialStates: [
      { fxIndex: 0, outputs: [{ kind: 'secpMintOutput', ...owned(funded) }] },
      { fxIndex: 1, outputs: [{ kind: 'nftMintOutput', groupID: 4, ...owned(funded) }] },
      { fxIndex: 2, outputs: [{ kind: 'propertyMintOutput', ...owned(funded) }] },
    ],
  } as const

  async function created(client: Client): Promise<ID> {
    return issue(client, funded, {
      kind: 'createAssetTx',
      ...(await funding(client, funded)),
      ...mints,
    })
  }

  test('has the description from its CreateAssetTx', async () => {
    const client = await open()
    const assetID = idText(await created(client))
    expect(await client.xChain.getAssetDescription({ assetID })).toEqual({
      assetID,
      name: 'Tokens and more',
      symbol: 'TOK',
      denomination: 2,
    })
  })

  test('is minted repeatedly', async () => {
    const client = await open()
    const assetID = await created(client)
    for (const total of [70n, 140n]) {
      const mint = spentBy(await only(client, funded, 'secpMintOutput'), {
        kind: 'secpMintOperation',
        mintInput: { sigIndices: [0] },
        mintOutput: owned(funded),
        transferOutput: { amount: 70n, ...owned(anna) },
      })
      const tx = { ...(await funding(client, funded)), operations: [mint] }
      await issue(client, funded, { kind: 'operationTx', ...tx }, [{ by: [funded] }])
      expect(await balance(client, anna, assetID)).toBe(total)
    }
  })

  test('has NFTs that are minted once for each right, and transferred', async () => {
    const client = await open()
    await created(client)
    const payload = Buffer.from('a picture')
    const mint = spentBy(await only(client, funded, 'nftMintOutput'), {
      kind: 'nftMintOperation',
      mintInput: { sigIndices: [0] },
      groupID: 4,
      payload,
      owners: [owned(anna), owned(bert)],
    })
    const nft = { kind: 'nftCredential', by: [funded] } as const
    const tx = { ...(await funding(client, funded)), operations: [mint] }
    await issue(client, funded, { kind: 'operationTx', ...tx }, [nft])
    const again = { ...(await funding(client, funded)), operations: [mint] }
    expect(
      await errorReason(issue(client, funded, { kind: 'operationTx', ...again }, [nft])),
    ).toEqual([-32_000, 'missingUtxo'])
    const token = await only(client, anna, 'nftTransferOutput')
    const handing = spentBy(token, {
      kind: 'nftTransferOperation',
      input: { sigIndices: [0] },
      output: { groupID: 4, payload, ...owned(carl) },
    })
    const handed = { ...(await funding(client, funded)), operations: [handing] }
    const txID = await issue(client, funded, { kind: 'operationTx', ...handed }, [
      { kind: 'nftCredential', by: [anna] },
    ])
    expect(await unspent(client, anna)).toEqual([])
    expect(await only(client, carl, 'nftTransferOutput')).toMatchObject({
      txID,
      output: { groupID: 4, payload: new Uint8Array(payload) },
    })
    expect((await unspent(client, bert)).map(({ output }) => output.kind)).toEqual([
      'nftTransferOutput',
    ])
    const { tx: json } = await client.xChain.getTx({ txID: idText(txID), encoding: 'json' })
    expect(json).toMatchObject({
      unsignedTx: { operations: [{ operation: { output: { payload: '0x612070696374757265' } } }] },
    })
  })

  test('has properties that are minted and burnt', async () => {
    const client = await open()
    await created(client)
    const mint = spentBy(await only(client, funded, 'propertyMintOutput'), {
      kind: 'propertyMintOperation',
      mintInput: { sigIndices: [0] },
      mintOutput: owned(funded),
      ownedOutput: owned(anna),
    })
    const signers = (by: Owner): { kind: 'propertyCredential'; by: Owner[] }[] => [
      { kind: 'propertyCredential', by: [by] },
    ]
    const minted = { ...(await funding(client, funded)), operations: [mint] }
    await issue(client, funded, { kind: 'operationTx', ...minted }, signers(funded))
    const burn = spentBy(await only(client, anna, 'propertyOwnedOutput'), {
      kind: 'propertyBurnOperation',
      sigIndices: [0],
    })
    const burnt = { ...(await funding(client, funded)), operations: [burn] }
    await issue(client, funded, { kind: 'operationTx', ...burnt }, signers(anna))
    expect(await unspent(client, anna)).toEqual([])
  })
})

describe('between chains', () => {
  test.each([
    ['P', P],
    ['C', C],
  ])('an export to %s can be imported on that chain', async (_, destinationChain) => {
    const store = memoryStore()
    const client = await open({ openStore: async () => store })
    const moved = amount([anna], 7_000_000n)
    const { outputs, ...rest } = await funding(client, funded, [moved])
    const kept = outputs.filter(({ output }) => output.addresses[0] !== anna.address)
    const txID = await issue(client, funded, {
      kind: 'exportTx',
      ...rest,
      outputs: kept,
      destinationChain,
      exportedOutputs: [moved],
    })
    expect(await balance(client, anna)).toBe(0n)
    const shared = exportedOutputs(store, { source: X, destination: destinationChain }, xOutputs)
    const expected = { txID, outputIndex: kept.length, ...moved }
    expect(await shared.get(utxoIDOf(expected))).toEqual(expected)
    const [listed] = await shared.page(anna.address, 10)
    expect(listed && decode(XUtxo, listed.bytes)).toEqual(expected)
  })

  test('an import transfers exported outputs once', async () => {
    const store = memoryStore()
    const shared = exportedOutputs(store, { source: C, destination: X }, xOutputs)
    const exported: Utxo = {
      txID: hexID('cc'.repeat(32)),
      outputIndex: 0,
      ...amount([anna], 9_000_000n),
    }
    await store.write(shared.added(exported))
    const client = await open({ openStore: async () => store })
    const params = { addresses: [anna.text], sourceChain: 'C' }
    const listed = await client.xChain.getUTXOs(params)
    expect(listed.utxos.map((text) => decode(XUtxo, fromCheckedHex(text)))).toEqual([exported])
    expect((await client.xChain.getUTXOs({ ...params, sourceChain: idText(C) })).utxos).toEqual(
      listed.utxos,
    )
    expect(await unspent(client, anna)).toEqual([])
    const unsigned = {
      kind: 'importTx',
      ...base([], [amount([anna], 9_000_000n - FEE)]),
      sourceChain: C,
      importedInputs: [input(exported)],
    } as const
    await issue(client, anna, unsigned)
    expect(await balance(client, anna)).toBe(8_000_000n)
    expect((await client.xChain.getUTXOs(params)).numFetched).toBe(0n)
    const second = { ...unsigned, memo: Buffer.from('again') }
    expect(await errorReason(issue(client, anna, second))).toEqual([-32_000, 'missingUtxo'])
    expect(await shared.get(utxoIDOf(exported))).toBeUndefined()
    expect(NATIVE).toBe(exported.assetID)
  })
})
