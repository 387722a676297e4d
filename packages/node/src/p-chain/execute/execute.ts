import { utxosOf } from '../../chain/utxo-id.ts'
import type { PlatformOutput, PlatformTx } from '../../codec/p-chain.ts'
import type { Transferable, Utxo } from '../../codec/structures.ts'
import { complexityOf, gasOf } from '../fees/complexity.ts'
import type { PlatformParams } from '../params.ts'
import { refusal } from '../refusals.ts'
import { checkFlow, checkInputs } from '../rules/spending.ts'
import { acceptedTxs } from '../state/records.ts'
import { PlatformDraft } from '../state/state.ts'
import type { Tx } from '../tx.ts'
import { signingOf, type Effect, type Execution, type Of } from './execution.ts'
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
import { exportOutputs, importOutputs } from './transfers.ts'

export interface BlockContext {
  readonly params: PlatformParams
  /** Gas price, constant within a block. */
  readonly price: bigint
  /** Height of the parent block. */
  readonly height: bigint
}

const notIssuable = async (): Promise<void> => {
  throw refusal('notIssuable')
}
const legacyKind = async (): Promise<void> => {
  throw refusal('legacyKind')
}

/** The effect of each transaction type, in addition to the transfer of amounts. */
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

/** Executes a transaction and returns the gas that it used. Throws a `Refusal` if it breaks a rule. */
export async function executeTx(
  block: PlatformDraft,
  tx: Tx,
  context: BlockContext,
): Promise<bigint> {
  const gas = gasFor(tx, context.params)
  const draft = new PlatformDraft(block.reader)
  const { params, height } = context
  const execution = { draft, tx, params, totals: await draft.totals(), height }
  await effectOf(execution, tx.unsigned)
  await moveAmounts(execution, gas * context.price)
  draft.change(acceptedTxs.put({ aborted: false, bytes: tx.bytes }, tx.id))
  block.merge(draft)
  return gas
}

/** Returns the gas of a transaction. Throws a `Refusal` for kinds without a dynamic fee. */
export function gasFor({ unsigned }: Tx, { gas }: PlatformParams): bigint {
  const complexity = complexityOf(unsigned)
  if (complexity === undefined) throw refusal('legacyKind')
  const units = gasOf(gas, complexity)
  if (units > gas.maxCapacity) throw refusal('tooMuchGas')
  return units
}

async function effectOf<Kind extends PlatformTx['kind']>(
  execution: Execution,
  unsigned: Of<Kind>,
): Promise<void> {
  const effect: Effect<Kind> = effects[unsigned.kind]
  await effect(execution, unsigned)
}

/**
 * Consumes the inputs and produces the outputs. Throws a `Refusal` if the inputs do not cover the
 * outputs and the fee.
 */
async function moveAmounts(execution: Execution, fee: bigint): Promise<void> {
  const { draft, tx, params, totals } = execution
  const { unsigned, credentials } = tx
  if (!('outputs' in unsigned)) throw refusal('notIssuable')
  const { inputs, outputs } = unsigned
  const signing = signingOf(execution, 'input')
  const spent = await checkInputs({ inputs, credentials, set: draft.utxos }, signing)
  const imported = await importedBy(execution, unsigned)
  checkFlow({
    consumed: [...spent, ...imported],
    produced: [...outputs, ...exportedOrStakedOutputs(unsigned)],
    paid: new Map([[params.nativeAssetID, fee + balancesOf(unsigned)]]),
    time: totals.time,
  })
  draft.change(
    ...spent.flatMap((utxo) => draft.utxos.removed(utxo)),
    ...utxosOf(tx.id, outputs).flatMap((utxo) => draft.utxos.added(utxo)),
  )
}

/** Removes the imported outputs of a transaction from the shared memory. */
async function importedBy(
  execution: Execution,
  unsigned: PlatformTx,
): Promise<readonly Utxo<PlatformOutput>[]> {
  if (unsigned.kind !== 'importTx') return []
  const { draft, tx } = execution
  const { inputs, importedInputs, sourceChain } = unsigned
  const credentials = tx.credentials.slice(inputs.length)
  const set = draft.from(sourceChain)
  const signing = signingOf(execution, 'imported input')
  const imported = await checkInputs({ inputs: importedInputs, credentials, set }, signing)
  draft.change(...imported.flatMap((utxo) => set.removed(utxo)))
  return imported
}

/** Returns the exported and staked outputs of a transaction. */
function exportedOrStakedOutputs(unsigned: PlatformTx): readonly Transferable<PlatformOutput>[] {
  if (unsigned.kind === 'exportTx') return unsigned.exportedOutputs
  return 'stake' in unsigned ? unsigned.stake : []
}

/** Returns the total balance that a transaction pays for L1 validators, in addition to its fee. */
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
