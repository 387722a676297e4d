import type { PlatformOutput, PlatformTx } from '../../codec/p-chain.ts'
import type { Transferable, Utxo } from '../../codec/structures.ts'
import { complexityOf, gasOf } from '../fees/complexity.ts'
import type { PlatformParams } from '../params.ts'
import { refused } from '../refusals.ts'
import { checkFlow, checkInputs } from '../rules/spending.ts'
import { acceptedTxs } from '../state/records.ts'
import { Draft } from '../state/state.ts'
import type { Tx } from '../tx.ts'
import type { Effect, Execution, Of } from './execution.ts'
import {
  convertSubnet,
  disableL1Validator,
  increaseBalance,
  registerL1Validator,
  setL1ValidatorWeight,
} from './l1.ts'
import { addPermissionlessDelegator, addPermissionlessValidator } from './staking.ts'
import {
  addSubnetValidator,
  createChain,
  createSubnet,
  removeSubnetValidator,
  transferOwnership,
} from './subnets.ts'
import { exportOutputs, importOutputs, utxosOf } from './transfers.ts'

/** What a block does to the transactions in it. */
export interface BlockContext {
  readonly params: PlatformParams
  /** Price of a unit of gas, the same for the whole block. */
  readonly price: bigint
  /** Height of the block's parent. */
  readonly height: bigint
}

const notIssuable = async (): Promise<void> => {
  throw refused('notIssuable')
}
const legacyKind = async (): Promise<void> => {
  throw refused('legacyKind')
}

/** What transactions of each kind do beside moving amounts. */
const effects: { readonly [Kind in PlatformTx['kind']]: Effect<Kind> } = {
  baseTx: async () => {},
  createSubnetTx: createSubnet,
  createChainTx: createChain,
  importTx: importOutputs,
  exportTx: exportOutputs,
  addSubnetValidatorTx: addSubnetValidator,
  removeSubnetValidatorTx: removeSubnetValidator,
  transferSubnetOwnershipTx: transferOwnership,
  addPermissionlessValidatorTx: addPermissionlessValidator,
  addPermissionlessDelegatorTx: addPermissionlessDelegator,
  convertSubnetToL1Tx: convertSubnet,
  registerL1ValidatorTx: registerL1Validator,
  setL1ValidatorWeightTx: setL1ValidatorWeight,
  increaseL1ValidatorBalanceTx: increaseBalance,
  disableL1ValidatorTx: disableL1Validator,
  addValidatorTx: legacyKind,
  addDelegatorTx: legacyKind,
  transformSubnetTx: legacyKind,
  advanceTimeTx: notIssuable,
  rewardValidatorTx: notIssuable,
}

/** Executes a transaction on top of a block, and returns the gas that it takes; throws a `RefusedTx`. */
export async function executeTx(block: Draft, tx: Tx, context: BlockContext): Promise<bigint> {
  const gas = gasFor(tx, context.params)
  const draft = new Draft(block.reader)
  const { params, height } = context
  const execution = { draft, tx, params, totals: await draft.totals(), height }
  await effectOf(execution, tx.unsigned)
  await moveAmounts(execution, gas * context.price)
  draft.change(acceptedTxs.put({ aborted: false, bytes: tx.bytes }, tx.id))
  block.merge(draft)
  return gas
}

/** The gas that a transaction takes; throws a `RefusedTx` for kinds that have none. */
export function gasFor({ unsigned }: Tx, { gas }: PlatformParams): bigint {
  const complexity = complexityOf(unsigned)
  if (complexity === undefined) throw refused('legacyKind')
  const units = gasOf(gas, complexity)
  if (units > gas.maxCapacity) throw refused('tooMuchGas')
  return units
}

async function effectOf<Kind extends PlatformTx['kind']>(
  execution: Execution,
  unsigned: Of<Kind>,
): Promise<void> {
  const effect: Effect<Kind> = effects[unsigned.kind]
  await effect(execution, unsigned)
}

/** Consumes the inputs and produces the outputs, if they cover what else is to be paid. */
async function moveAmounts(execution: Execution, fee: bigint): Promise<void> {
  const { draft, tx, params, totals } = execution
  const { unsigned, credentials, signedHash } = tx
  if (!('outputs' in unsigned)) throw refused('notIssuable')
  const { inputs, outputs } = unsigned
  const signing = { signedHash, time: totals.time }
  const spent = await checkInputs({ inputs, credentials, set: draft.utxos }, signing)
  const imported = await importedBy(execution, unsigned)
  checkFlow({
    consumed: [...spent, ...imported],
    produced: [...outputs, ...furtherOutputs(unsigned)],
    paid: new Map([[params.nativeAssetID, fee + balancesOf(unsigned)]]),
    time: totals.time,
  })
  draft.change(
    ...spent.flatMap((utxo) => draft.utxos.removed(utxo)),
    ...utxosOf(tx.id, outputs, 0).flatMap((utxo) => draft.utxos.added(utxo)),
  )
}

/** Takes the outputs that a transaction imports out of the memory that chains share. */
async function importedBy(
  { draft, tx, totals }: Execution,
  unsigned: PlatformTx,
): Promise<readonly Utxo<PlatformOutput>[]> {
  if (unsigned.kind !== 'importTx') return []
  const { inputs, importedInputs, sourceChain } = unsigned
  const credentials = tx.credentials.slice(inputs.length)
  const set = draft.from(sourceChain)
  const signing = { signedHash: tx.signedHash, time: totals.time }
  const imported = await checkInputs({ inputs: importedInputs, credentials, set }, signing)
  draft.change(...imported.flatMap((utxo) => set.removed(utxo)))
  return imported
}

/** What is produced beside the outputs that stay on the chain unspent. */
function furtherOutputs(unsigned: PlatformTx): readonly Transferable<PlatformOutput>[] {
  if (unsigned.kind === 'exportTx') return unsigned.exportedOutputs
  return 'stake' in unsigned ? unsigned.stake : []
}

/** Balances of L1 validators, which are paid on top of the fee. */
function balancesOf(unsigned: PlatformTx): bigint {
  switch (unsigned.kind) {
    case 'convertSubnetToL1Tx':
      return unsigned.validators.reduce((sum, { balance }) => sum + balance, 0n)
    case 'registerL1ValidatorTx':
    case 'increaseL1ValidatorBalanceTx':
      return unsigned.balance
    default:
      return 0n
  }
}
