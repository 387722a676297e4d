import { byText } from '../chain/order.ts'
import { credentialOf, sortedInputs, spendableBy, type Spendable } from '../chain/spendable.ts'
import type { UtxoSet } from '../chain/utxo-set.ts'
import { encode, type ID, type ShortID } from '../codec/field.ts'
import type { Output, SecpTransferOutput, Transferable } from '../codec/structures.ts'
import { SignedTx, UnsignedTx } from '../codec/x-chain.ts'
import { sha256 } from '../crypto/hashes.ts'
import type { XRules } from './rules/syntax.ts'
import type { XState } from './state.ts'

/**
 * Size limits in bytes within a transaction of at most 64 KiB. `imported` limits the imported
 * inputs, their signatures and the resulting outputs; `feePayment` limits the inputs that pay the
 * fee. The remaining bytes are for the header.
 */
const SIZE_LIMITS = { imported: 56 * 1024, feePayment: 7 * 1024 } as const

export interface ImportParams {
  readonly source: ID
  readonly to: ShortID
  readonly keys: ReadonlyMap<ShortID, Uint8Array>
  /** Unix seconds. */
  readonly now: bigint
}

/** Returns a signed transaction that imports the spendable outputs, or the reason why the import is impossible. */
export async function importTx(
  state: XState,
  rules: XRules,
  { source, to, keys, now }: ImportParams,
): Promise<Uint8Array | 'nothingToImport' | 'insufficientFunds'> {
  const imported = await collectSpendable(state.from(source), {
    keys,
    now,
    maxBytes: SIZE_LIMITS.imported,
    isEnough: () => false,
  })
  if (imported.length === 0) return 'nothingToImport'
  const sums = sumsOf(imported)
  const { nativeAssetID, txFee } = rules
  const importedAmount = sums.get(nativeAssetID) ?? 0n
  const isPaid = (found: readonly Spendable[]): boolean =>
    (sumsOf(found).get(nativeAssetID) ?? 0n) + importedAmount >= txFee
  const feeInputs = isPaid([])
    ? []
    : await collectSpendable(state.utxos, {
        keys,
        now,
        assetID: nativeAssetID,
        maxBytes: SIZE_LIMITS.feePayment,
        isEnough: isPaid,
      })
  if (!isPaid(feeInputs)) return 'insufficientFunds'
  sums.set(nativeAssetID, importedAmount + (sumsOf(feeInputs).get(nativeAssetID) ?? 0n) - txFee)
  const inputs = sortedInputs(feeInputs)
  const importedInputs = sortedInputs(imported)
  const unsignedTx: UnsignedTx = {
    kind: 'importTx',
    networkID: rules.networkID,
    blockchainID: rules.blockchainID,
    outputs: outputsFor(to, sums),
    inputs: inputs.map(({ spending }) => spending),
    memo: new Uint8Array(),
    sourceChain: source,
    importedInputs: importedInputs.map(({ spending }) => spending),
  }
  const hash = sha256(encode(UnsignedTx, unsignedTx))
  const credentials = [...inputs, ...importedInputs].map(({ signers }) =>
    credentialOf(hash, signers),
  )
  return encode(SignedTx, { unsignedTx, credentials })
}

interface Search {
  readonly keys: ReadonlyMap<ShortID, Uint8Array>
  readonly now: bigint
  readonly assetID?: ID
  /** Maximum size of the inputs in the transaction, in bytes. */
  readonly maxBytes: number
  readonly isEnough: (found: readonly Spendable[]) => boolean
}

/** Collects spendable outputs until they are sufficient. */
async function collectSpendable(
  set: UtxoSet<Output>,
  { keys, now, assetID, maxBytes, isEnough }: Search,
): Promise<readonly Spendable[]> {
  const found = new Map<string, Spendable>()
  let left = maxBytes
  for (const address of keys.keys()) {
    for await (const utxo of set.ofOwner(address)) {
      if (isEnough([...found.values()])) return [...found.values()]
      const usable = assetID === undefined || utxo.assetID === assetID
      const spent = usable ? spendableBy(utxo, keys, now) : undefined
      const id = `${utxo.txID}${utxo.outputIndex}`
      if (spent === undefined || found.has(id)) continue
      left -= bytesOf(spent)
      if (left < 0) return [...found.values()]
      found.set(id, spent)
    }
  }
  return [...found.values()]
}

/** Returns the maximum size in bytes of an input with its credential and an output of its asset. */
function bytesOf({ signers }: Spendable): number {
  const [input, credential, output] = [88, 8, 80]
  return input + credential + output + signers.length * (4 + 65)
}

function sumsOf(spent: readonly Spendable[]): Map<ID, bigint> {
  const sums = new Map<ID, bigint>()
  for (const { spending } of spent) {
    const { assetID, input } = spending
    sums.set(assetID, (sums.get(assetID) ?? 0n) + input.amount)
  }
  return sums
}

function outputsFor(
  to: ShortID,
  sums: ReadonlyMap<ID, bigint>,
): readonly Transferable<SecpTransferOutput>[] {
  const owners = { locktime: 0n, threshold: 1, addresses: [to] }
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .toSorted(([a], [b]) => byText(a, b))
    .map(([assetID, amount]) => ({
      assetID,
      output: { kind: 'secpTransferOutput', amount, ...owners },
    }))
}
