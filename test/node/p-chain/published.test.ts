import { expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { idText, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { platformOutputs } from '../../../packages/node/src/p-chain/state/state.ts'
import { parseTx } from '../../../packages/node/src/p-chain/tx.ts'
import { signed } from '../codec/vectors.ts'
import { C, funded, NATIVE, X } from '../x-chain/wallet.ts'
import { TestChain } from './chain.ts'

const bytesOf = (name: keyof typeof signed): Uint8Array => fromCheckedHex(signed[name].text)

test.each(['pBase', 'pCreateSubnet', 'pExportToC', 'pImport'] as const)(
  '%s has the published ID and signed hash',
  (name) => {
    const { id, signedHash } = parseTx(bytesOf(name))
    expect(idText(id)).toBe(signed[name].txID)
    expect(Buffer.from(signedHash).toString('hex')).toBe(signed[name].signedHash)
  },
)

test('the chain starts with the published block', async () => {
  const chain = await TestChain.open()
  expect(idText(chain.tip.id)).toBe('2EMQkbjh1YYPsgsMtjWveeQcKvtttNKwVhuR1kcjhBmrRgPcpk')
})

test.each(['pBase', 'pCreateSubnet', 'pExportToC'] as const)(
  '%s is accepted, and others that spend the same outputs are not',
  async (name) => {
    const chain = await TestChain.open()
    chain.now += 3600n
    expect(idText(await chain.accept(bytesOf(name)))).toBe(signed[name].txID)
    for (const other of ['pBase', 'pCreateSubnet', 'pExportToC'] as const)
      expect(await chain.refusal(bytesOf(other))).toBe('missing')
  },
)

test('an output that the X-Chain exported is imported once', async () => {
  const chain = await TestChain.open()
  const { unsigned } = parseTx(bytesOf('pImport'))
  if (unsigned.kind !== 'importTx') throw new Error('not an import')
  const [input] = unsigned.importedInputs
  if (input === undefined) throw new Error('no input')
  const shared = exportedOutputs(chain.store, { source: X, destination: ZERO_ID }, platformOutputs)
  const output = {
    kind: 'secpTransferOutput',
    amount: 5_000_000_000n,
    locktime: 0n,
    threshold: 1,
    addresses: [funded.address],
  } as const
  await chain.store.write(
    shared.added({ txID: input.txID, outputIndex: input.outputIndex, assetID: NATIVE, output }),
  )
  chain.now += 10n
  await chain.accept(bytesOf('pImport'))
  expect(await shared.get(utxoIDOf(input))).toBeUndefined()
  expect(await chain.refusal(bytesOf('pImport'))).toBe('missing')
})

test('an exported output is stored where the other chain reads it', async () => {
  const chain = await TestChain.open()
  chain.now += 10n
  const txID = await chain.accept(bytesOf('pExportToC'))
  const shared = exportedOutputs(chain.store, { source: ZERO_ID, destination: C }, platformOutputs)
  const utxo = await shared.get(utxoIDOf({ txID, outputIndex: 1 }))
  expect(utxo?.output).toMatchObject({ amount: 2_000_000_000n, addresses: [funded.address] })
})
