import { join } from 'node:path'
import type { Client } from '@native-node/client'
import { expect } from 'vitest'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { PlatformGenesis } from '../../../packages/node/src/codec/p-chain.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { StandardBlock, XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { platformGenesis } from '../../../packages/node/src/network/genesis/p-chain.ts'
import { assetTx, xChainGenesis } from '../../../packages/node/src/network/genesis/x-chain.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { scan } from '../../../packages/node/src/store/store.ts'
import { chainPrefix } from '../../../packages/node/src/chain/table.ts'
import { parseTx, producedBy, spentBy, txOf } from '../../../packages/node/src/x-chain/tx.ts'
import { X } from '../x-chain/wallet.ts'

/** Returns the unspent outputs after all blocks, replayed from the genesis. */
export async function replayed(client: Client): Promise<ReadonlyMap<ID, Utxo>> {
  const utxos = new Map<ID, Utxo>()
  const [asset] = xChainGenesis(localGenesis).assets
  if (asset === undefined) throw new Error('no asset')
  const first = parseTx(assetTx(asset))
  for (const utxo of producedBy(first.id, first.unsigned)) utxos.set(utxoIDOf(utxo), utxo)
  const { height } = await client.xChain.getHeight()
  let parentID: ID | undefined
  for (let at = 0n; at <= height; at++) {
    const { block } = await client.xChain.getBlockByHeight({ height: at })
    if (typeof block !== 'string') throw new Error('no bytes')
    const bytes = fromCheckedHex(block)
    const { txs, ...link } = decode(StandardBlock, bytes, Infinity)
    if (parentID !== undefined) expect(link).toMatchObject({ parentID, height: at })
    parentID = hashID(bytes)
    for (const { id, unsigned } of txs.map(txOf)) {
      for (const spent of spentBy(unsigned)) expect(utxos.delete(utxoIDOf(spent))).toBe(true)
      for (const utxo of producedBy(id, unsigned)) utxos.set(utxoIDOf(utxo), utxo)
    }
  }
  return utxos
}

/** Returns all entries for outputs in the data folder: by ID and by owner. */
export async function storedKeys(folder: string): Promise<Map<string, string>> {
  const genesis = hashID(encode(PlatformGenesis, platformGenesis(localGenesis)))
  const store = await openLevelStore(join(folder, 'db'), { networkID: 12_345, genesis })
  const keys = new Map<string, string>()
  const prefix = chainPrefix(X, 'utxo/')
  for await (const { key, value } of scan(store, prefix))
    keys.set(Buffer.from(key.subarray(prefix.length)).toString('hex'), hashID(value))
  await store.close()
  return keys
}

export function keysOf(utxos: ReadonlyMap<ID, Utxo>): Map<string, string> {
  const name = (kind: string): string => Buffer.from(kind).toString('hex')
  return new Map(
    [...utxos].flatMap(([id, utxo]) => {
      const hash = hashID(encode(XUtxo, utxo))
      const owned = utxo.output.addresses.map(
        (address) => [name('a') + address + id, hash] as const,
      )
      return [[name('u') + id, hash] as const, ...owned]
    }),
  )
}
