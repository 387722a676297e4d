import { hexShortID } from '../../../packages/node/src/codec/ids.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { decode, type ID } from '../../../packages/node/src/codec/field.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { StandardBlock } from '../../../packages/node/src/codec/x-chain.ts'
import type { XChain } from '../../../packages/node/src/x-chain/chain.ts'
import { parseTx, producedBy, spentBy, txOf } from '../../../packages/node/src/x-chain/tx.ts'
import { firstUtxo, issueBytes, openLedger, refusalOf } from './ledger.ts'
import {
  amount,
  base,
  FEE,
  input,
  NATIVE,
  signedBytes,
  someone,
  funded,
  type Owner,
} from './wallet.ts'

const owners = [funded, someone(1), someone(2), someone(3)]

/** An attempted transfer: of outputs picked among all past and present ones, with a random error. */
interface Attempt {
  readonly picks: readonly number[]
  readonly to: number
  readonly parts: number
  readonly flaw: 'none' | 'fee' | 'more' | 'signer' | 'again'
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  to: fc.nat(3),
  parts: fc.integer({ min: 1, max: 3 }),
  flaw: fc.constantFrom('none', 'none', 'none', 'fee', 'more', 'signer', 'again'),
})

const unitsOf = ({ output }: Utxo): bigint =>
  output.kind === 'secpTransferOutput' ? output.amount : 0n
const ownerOf = ({ output }: Utxo): Owner =>
  owners.find(({ address }) => address === output.addresses[0]) ?? funded

/** Returns the transfer and the outputs that it would create. */
function transfer(
  known: readonly Utxo[],
  { picks, to, parts, flaw }: Attempt,
): { readonly tx: Uint8Array; readonly made: number } {
  const utxos = [...new Map(picks.map((at) => [at % known.length, at])).keys()].flatMap(
    (at) => known[at] ?? [],
  )
  const total = utxos.reduce((sum, utxo) => sum + unitsOf(utxo), 0n)
  const given = total - (flaw === 'fee' ? FEE - 1n : FEE) + (flaw === 'more' ? 2n : 0n)
  const each = given / BigInt(parts)
  const receiver = owners[to] ?? funded
  const outputs = Array.from({ length: parts }, (_, at) =>
    amount([receiver], at === 0 ? given - each * BigInt(parts - 1) : each),
  )
  const unsigned = {
    kind: 'baseTx',
    ...base(
      utxos.map((utxo) => input(utxo)),
      outputs,
    ),
  } as const
  const signers = unsigned.inputs.map((spent) => {
    const utxo = utxos.find(
      (one) => one.txID === spent.txID && one.outputIndex === spent.outputIndex,
    )
    const owner = utxo === undefined ? funded : ownerOf(utxo)
    return { by: [flaw === 'signer' ? someone(99) : owner] }
  })
  return { tx: signedBytes(unsigned, signers), made: parts }
}

/** Returns the sum of all unspent outputs. */
async function supply({ read }: XChain): Promise<bigint> {
  return read(async ({ utxos }) => {
    let sum = 0n
    for (const { address } of [...owners, { address: THIRD }])
      for await (const utxo of utxos.ofOwner(address)) sum += unitsOf(utxo)
    return sum
  })
}

/** The other account of the genesis. */
const THIRD = hexShortID('e0cfe8cae22827d032805ded484e393ce51cbedb')

test('value is conserved except for the fees, and no output is spent twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 25 }), async (attempts) => {
      const chain = await openLedger()
      const { producer } = chain
      const before = await supply(chain)
      const known: Utxo[] = [firstUtxo]
      let count = 0n
      const taken = new Set<ID>()
      for (const each of attempts) {
        const { tx } = transfer(known, each)
        const issuing = [
          issueBytes(chain, tx),
          ...(each.flaw === 'again' ? [issueBytes(chain, tx)] : []),
        ]
        const outcomes = await Promise.all(issuing.map(refusalOf))
        const { id } = parseTx(tx)
        // Issuing an accepted one again has no effect.
        if (outcomes[0] !== undefined || taken.has(id)) continue
        taken.add(id)
        count += 1n
        const [signed] = await blockAt(chain, producer.tip().height)
        if (signed === undefined) throw new Error('an empty block')
        known.push(...producedBy(signed.id, signed.unsigned))
      }
      expect(await supply(chain)).toBe(before - count * FEE)
      const spent = new Set<ID>()
      for (let height = 1n; height <= producer.tip().height; height++) {
        for (const { unsigned } of await blockAt(chain, height)) {
          for (const each of spentBy(unsigned)) {
            expect(spent.has(utxoIDOf(each))).toBe(false)
            spent.add(utxoIDOf(each))
          }
        }
      }
      for (const utxo of known) {
        const stands = (await chain.read(({ utxos }) => utxos.get(utxoIDOf(utxo)))) !== undefined
        expect(stands).toBe(!spent.has(utxoIDOf(utxo)))
      }
      expect(known.every(({ assetID }) => assetID === NATIVE)).toBe(true)
    }),
    { seed: 20_261_121, numRuns: 25 },
  )
})

async function blockAt({ read }: XChain, height: bigint): Promise<ReturnType<typeof txOf>[]> {
  const found = await read((state) => state.blockAt(height))
  if (found === undefined) throw new Error(`no block at ${height}`)
  return decode(StandardBlock, found.bytes).txs.map(txOf)
}
