import { createClient, http, type Client } from '@native-node/client'
import { startNode } from '@native-node/node/testing'
import { expect, onTestFinished, test } from 'vitest'
import {
  AtomicTx,
  SignedAtomicTx,
  type AtomicImportTx,
} from '../../../packages/node/src/codec/c-chain.ts'
import { encode } from '../../../packages/node/src/codec/field.ts'
import { shortIDOf } from '../../../packages/node/src/codec/ids.ts'
import { sha256 } from '../../../packages/node/src/crypto/hashes.ts'
import { sign } from '../../../packages/node/src/crypto/keys.ts'
import { openNode } from '../open-node.ts'
import { C_FEE, evmAccount, exported, fromC, fromX, issueSigned, nonceOf } from '../world/world.ts'
import { C, FEE, funded, input, NATIVE, someone, X, type Owner } from '../x-chain/wallet.ts'

const [anna, bert] = [someone(1), someone(2)]
const UNITS = 10n ** 9n
const onC = ({ text }: Owner): string => `C-${text.slice(2)}`

/** Returns an import of everything that the X-Chain exported to Anna, with a modification, signed by anyone. */
async function importing(
  client: Client,
  by: readonly Owner[],
  change: (tx: AtomicImportTx) => AtomicImportTx = (tx) => tx,
): Promise<Uint8Array> {
  const [utxo] = await exported(client, anna, 'X', 'C')
  if (utxo === undefined) throw new Error('nothing was exported')
  const tx = change({
    networkID: 12_345,
    blockchainID: C,
    sourceChain: X,
    importedInputs: [input(utxo)],
    outs: [{ address: shortIDOf(Buffer.alloc(20, 5)), amount: UNITS - C_FEE, assetID: NATIVE }],
  })
  const unsignedTx = { kind: 'importTx', ...tx } as const
  const hash = sha256(encode(AtomicTx, unsignedTx))
  const signatures = by.map(({ key }) => sign(hash, key))
  return encode(SignedAtomicTx, {
    unsignedTx,
    credentials: [{ kind: 'secpCredential', signatures }],
  })
}

test('the error for an atomic transaction names the input and the expected value', async () => {
  const { client } = await openNode()
  const sent = await fromX(client, { by: funded, to: anna, units: UNITS, destination: 'C' })
  if (sent === undefined) throw new Error(`${FEE} is more than there is`)
  const txID = await issueSigned(client, sent)
  const signers = (sigIndices: readonly number[]) => (tx: AtomicImportTx) => ({
    ...tx,
    importedInputs: tx.importedInputs.map(({ input: spent, ...rest }) => ({
      ...rest,
      input: { ...spent, sigIndices },
    })),
  })
  const elsewhere = (tx: AtomicImportTx) => ({
    ...tx,
    importedInputs: tx.importedInputs.map((spending) => ({ ...spending, outputIndex: 9 })),
  })
  const rows = [
    [
      await importing(client, [bert]),
      'wrongSignature',
      `signature 0 of imported input 0 is by ${onC(bert)}, expected ${onC(anna)}`,
    ],
    [
      await importing(client, [anna, anna]),
      'wrongSignature',
      'the number of signers of imported input 0 is 1, the number of signatures is 2',
    ],
    [
      await importing(client, [anna, anna], signers([0, 1])),
      'wrongSignature',
      'the number of signers of imported input 0 is 2, the threshold is 1',
    ],
    [
      await importing(client, [anna, anna], signers([0, 0])),
      'transactionRefused',
      'address indices not sorted and unique',
    ],
    [
      await importing(client, [anna], elsewhere),
      'missingUtxo',
      `imported input 0 spends output 9 of transaction ${txID}`,
    ],
  ] as const
  for (const [bytes, reason, message] of rows)
    await expect(issueSigned(client, { chain: 'C', bytes })).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(message),
    })
  const byFunded = fromC({ by: funded, to: anna, units: UNITS }, await nonceOf(client, funded))
  const wrong = { ...byFunded, bytes: byFunded.bytes.slice() }
  wrong.bytes.set([1], wrong.bytes.length - 20)
  await expect(issueSigned(client, wrong)).rejects.toMatchObject({
    reason: 'wrongSignature',
    message: expect.stringMatching(
      new RegExp(`input 0 .*, expected ${evmAccount(funded).address}`, 'i'),
    ),
  })
  await issueSigned(client, { chain: 'C', bytes: await importing(client, [anna]) })
})

test('a pending atomic transaction is dropped if it pays less than the base fee of its block', async () => {
  const node = await startNode({ dev: true, blockTime: Infinity, requiredDiskBytes: 0 })
  onTestFinished(() => node.close())
  const client = createClient({ transport: http(node.url) })
  const { cChainDev, cChainNative } = client
  const issue = (nonce: bigint) =>
    issueSigned(client, fromC({ by: funded, to: anna, units: UNITS }, nonce))
  const statusAfterBlock = async (txID: string) => {
    await node.dev.produce()
    return (await cChainNative.getAtomicTxStatus({ txID })).status
  }
  const nonce = await nonceOf(client, funded)
  const cheap = await issue(nonce)
  // The transaction pays 5,000,000 nNATIVE for about 11,300 gas.
  await cChainDev.anvil.setNextBlockBaseFeePerGas(450n * UNITS)
  expect(await statusAfterBlock(cheap)).toBe('Dropped')
  expect(await nonceOf(client, funded)).toBe(nonce)
  await cChainDev.anvil.setNextBlockBaseFeePerGas(400n * UNITS)
  expect(await statusAfterBlock(await issue(nonce))).toBe('Accepted')
})
