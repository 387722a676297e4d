import type { Client } from '@native-node/client'
import { memoryStore } from '@native-node/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import type { Output, OutputOwners, Utxo } from '../../../packages/node/src/codec/structures.ts'
import type { Operation } from '../../../packages/node/src/codec/x-chain.ts'
import { openNode } from '../open-node.ts'
import {
  amount,
  base,
  FEE,
  funded as me,
  funding,
  input,
  issue,
  NATIVE,
  someone,
  unspent,
  type Owner,
  type Signers,
} from './wallet.ts'

const anna = someone(1)
const kinds = ['mint', 'send', 'nft', 'hand', 'property', 'burn'] as const
type Kind = (typeof kinds)[number]

const owned = ({ address }: Owner): OutputOwners => ({
  locktime: 0n,
  threshold: 1,
  addresses: [address],
})
const payload = new Uint8Array([1, 2])

/** The operation of a kind on an output, and who signs in which extension. */
function operationOf(
  kind: Exclude<Kind, 'send'>,
): readonly [Output['kind'], Operation['operation'], Signers['kind']] {
  switch (kind) {
    case 'mint': {
      const transferOutput = { amount: 70n, ...owned(me) }
      const mint = { mintInput: { sigIndices: [0] }, mintOutput: owned(me), transferOutput }
      return ['secpMintOutput', { kind: 'secpMintOperation', ...mint }, 'secpCredential']
    }
    case 'nft': {
      const mint = { mintInput: { sigIndices: [0] }, groupID: 4, payload }
      const owners = [owned(me), owned(anna)]
      return ['nftMintOutput', { kind: 'nftMintOperation', ...mint, owners }, 'nftCredential']
    }
    case 'hand': {
      const handed = { input: { sigIndices: [0] }, output: { groupID: 4, payload, ...owned(me) } }
      return ['nftTransferOutput', { kind: 'nftTransferOperation', ...handed }, 'nftCredential']
    }
    case 'property': {
      const mint = { mintInput: { sigIndices: [0] }, mintOutput: owned(me), ownedOutput: owned(me) }
      const operation = { kind: 'propertyMintOperation', ...mint } as const
      return ['propertyMintOutput', operation, 'propertyCredential']
    }
    case 'burn': {
      const operation = { kind: 'propertyBurnOperation', sigIndices: [0] } as const
      return ['propertyOwnedOutput', operation, 'propertyCredential']
    }
  }
}

async function createAsset(client: Client): Promise<ID> {
  return issue(client, me, {
    kind: 'createAssetTx',
    ...(await funding(client, me)),
    name: 'Tokens and more',
    symbol: 'TOK',
    denomination: 2,
    initialStates: [
      { fxIndex: 0, outputs: [{ kind: 'secpMintOutput', ...owned(me) }] },
      { fxIndex: 1, outputs: [{ kind: 'nftMintOutput', groupID: 4, ...owned(me) }] },
      { fxIndex: 2, outputs: [{ kind: 'propertyMintOutput', ...owned(me) }] },
    ],
  })
}

/** Makes a step with the first output that it can be made with; false if there is none. */
async function take(client: Client, kind: Kind): Promise<boolean> {
  const mine = await unspent(client, me)
  if (kind === 'send') {
    const tokens = mine.filter(
      ({ assetID, output }) => assetID !== NATIVE && output.kind === 'secpTransferOutput',
    )
    const [token] = tokens
    if (token === undefined) return false
    const native = await funding(client, me)
    const spent = [...native.inputs, input(token)]
    const sent = amount([anna], 70n, { assetID: token.assetID })
    await issue(client, me, { kind: 'baseTx', ...base(spent, [...native.outputs, sent]) })
    return true
  }
  const [on, operation, signer] = operationOf(kind)
  const found = mine.find(({ output }) => output.kind === on)
  if (found === undefined) return false
  const { assetID, txID, outputIndex } = found
  const operations = [{ assetID, utxoIDs: [{ txID, outputIndex }], operation }]
  const tx = { kind: 'operationTx', ...(await funding(client, me)), operations } as const
  await issue(client, me, tx, [{ ...(signer && { kind: signer }), by: [me] }])
  return true
}

/** The native amount, the tokens, NFTs and properties of both owners. */
async function held(client: Client): Promise<readonly bigint[]> {
  const all: Utxo[] = [...(await unspent(client, me)), ...(await unspent(client, anna))]
  const units = (isNative: boolean): bigint =>
    all
      .filter(({ assetID }) => (assetID === NATIVE) === isNative)
      .reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n)
  const count = (kind: Output['kind']): bigint =>
    BigInt(all.filter(({ output }) => output.kind === kind).length)
  return [units(true), units(false), count('nftTransferOutput'), count('propertyOwnedOutput')]
}

/** What a step changes beside the fee. */
const changes: Readonly<Record<Kind, readonly [bigint, bigint, bigint]>> = {
  mint: [70n, 0n, 0n],
  send: [0n, 0n, 0n],
  nft: [0n, 2n, 0n],
  hand: [0n, 0n, 0n],
  property: [0n, 0n, 1n],
  burn: [0n, 0n, -1n],
}

test('assets of all kinds are conserved over random histories, and a replay is identical', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...kinds), { minLength: 8, maxLength: 12 }),
      async (steps) => {
        const store = memoryStore()
        const openStore = async () => ({ ...store, close: async () => {} })
        const { client, close } = await openNode({ openStore })
        await createAsset(client)
        const done = new Set<Kind>()
        let want = await held(client)
        for (const kind of [...kinds, ...steps]) {
          if (!(await take(client, kind))) continue
          done.add(kind)
          want = want.map(
            (before, at) => before + (at === 0 ? -FEE : (changes[kind][at - 1] ?? 0n)),
          )
          expect([kind, await held(client)]).toEqual([kind, want])
        }
        expect([...done].sort()).toEqual([...kinds].sort())
        await close()
        const again = await openNode({ openStore, verify: true })
        expect(await held(again.client)).toEqual(want)
        await again.close()
      },
    ),
    { seed: 20_261_123, numRuns: 2, endOnFailure: true },
  )
})
