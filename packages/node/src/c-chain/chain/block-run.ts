import { createAddressFromString } from '@ethereumjs/util'
import type { BuildInput, RefusedTx } from '../../chain/vm.ts'
import type { Change } from '../../store/store.ts'
import { executeTx, isDelegation, type BlockTx, type TxOutcome } from '../engine/executor.ts'
import type { Machine } from '../engine/machine.ts'
import type { EvmState } from '../engine/state.ts'
import { turnIfDue } from '../../scheduling/turn.ts'
import { larger } from '../bigint.ts'
import type { Hex } from '../hex.ts'
import type { AtomicRules } from './atomic-rules.ts'
import type { EvmHeader } from './header.ts'
import { feeCap } from './price.ts'
import type { EvmReceipt } from './receipt.ts'
import type { AtomicCTx, CTx, EvmTx } from './tx.ts'
import { checkAccount, isAffordable, type AccountState } from './validity.ts'
import { refusalOf } from '../../chain/refusal.ts'
import { refusal } from '../refusals.ts'

const LEAST_GAS = 21_000n

/** Executes a transaction on the machine of a new block. */
export type ExecuteTx = (machine: Machine, tx: BlockTx) => Promise<TxOutcome>

interface RunInput {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly input: BuildInput<CTx>
  readonly atomic: AtomicRules | undefined
  /** Replaces {@link executeTx}. */
  readonly execute?: ExecuteTx | undefined
  /** Whether receipts have what contracts print. */
  readonly prints?: boolean | undefined
}

export class BlockRun {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly evmTxs: EvmTx[] = []
  readonly atomicTxs: AtomicCTx[] = []
  readonly receipts: EvmReceipt[] = []
  readonly refused: RefusedTx<CTx>[] = []
  readonly #input: BuildInput<CTx>
  readonly #atomic: AtomicRules | undefined
  readonly #execute: ExecuteTx
  readonly #prints: boolean
  readonly #atomicChanges: Change[] = []
  /** Senders whose next transaction cannot be included in this block. */
  readonly #waiting = new Set<Hex>()
  gasUsed = 0n
  atomicGas = 0n
  /** The highest fee cap in wei of the transactions that are too cheap for this block; undefined if there are none. */
  unpaid: bigint | undefined

  constructor({ machine, header, input, atomic, execute = executeTx, prints = false }: RunInput) {
    this.machine = machine
    this.header = header
    this.#input = input
    this.#atomic = atomic
    this.#execute = execute
    this.#prints = prints
  }

  get isEmpty(): boolean {
    return this.evmTxs.length === 0 && this.atomicTxs.length === 0
  }

  get taken(): readonly CTx[] {
    return [...this.evmTxs, ...this.atomicTxs]
  }

  /**
   * Runs the EVM transactions before the atomic transactions, because a block applies its atomic
   * transactions last.
   */
  async all(): Promise<void> {
    const atomic: AtomicCTx[] = []
    for (const tx of this.#input.txs) {
      if (this.header.gasLimit - this.gasUsed < LEAST_GAS) break
      if (tx.kind === 'atomic') atomic.push(tx)
      else if (!this.#waiting.has(tx.from)) await this.#evm(tx)
    }
    for (const tx of atomic) await this.#takeAtomic(tx)
  }

  atomicChanges(height: bigint): readonly Change[] {
    const accepted = this.atomicTxs.map((tx) => this.#atomic?.accepted(tx, height) ?? [])
    return [...this.#atomicChanges, ...accepted.flat()]
  }

  async #evm(tx: EvmTx): Promise<void> {
    await turnIfDue()
    const account = await this.account(tx.from)
    const isTooCheap = !isAffordable(tx.tx, this.header)
    if (isTooCheap) this.unpaid = larger(feeCap(tx.tx), this.unpaid ?? 0n)
    const isLate = tx.tx.gasLimit > this.header.gasLimit - this.gasUsed
    if (tx.tx.nonce > account.nonce || isTooCheap || isLate) {
      this.#waiting.add(tx.from)
      return
    }
    const error = await refusalOf(async () => {
      checkAccount(tx, account)
      await this.#take(tx)
    })
    if (error === undefined) return
    this.refused.push({ tx, error })
    if (tx.tx.nonce >= account.nonce) this.#waiting.add(tx.from)
  }

  async #take(tx: EvmTx): Promise<void> {
    const { machine, header, gasUsed } = this
    const outcome = await this.#execute(machine, { ...tx, header, gasUsed, prints: this.#prints })
    // EthereumJS rejected the transaction by a rule that this node does not check itself.
    if ('rejected' in outcome) throw refusal('invalidTransaction', outcome.rejected)
    this.gasUsed += outcome.gasUsed
    this.receipts.push(outcome)
    this.evmTxs.push(tx)
  }

  async #takeAtomic(tx: AtomicCTx): Promise<void> {
    const { state, time } = this.#input
    if (this.#atomic === undefined) return
    const context = {
      state,
      time,
      baseFee: this.header.baseFeePerGas ?? 0n,
      account: (address: Hex) => this.account(address),
    }
    const gas = this.#atomic.gasOf(tx)
    if (this.atomicGas + gas > this.#atomic.gasLimit) return
    const { check } = this.#atomic
    const error = await refusalOf(() => check(tx, context))
    if (error !== undefined) {
      this.refused.push({ tx, error })
      return
    }
    await this.#atomic.apply(tx, this.machine)
    this.#atomicChanges.push(...(await this.#atomic.changes(tx, state)))
    this.atomicGas += gas
    this.atomicTxs.push(tx)
  }

  async account(address: Hex): Promise<AccountState> {
    return accountIn(this.machine.state, address)
  }
}

/** Returns an account of a state. An account that delegates to code (EIP-7702) is no contract. */
export async function accountIn(
  state: Pick<EvmState, 'getAccount' | 'getCode'>,
  address: Hex,
): Promise<AccountState> {
  const owner = createAddressFromString(address)
  const account = await state.getAccount(owner)
  const hasCode = account?.isContract() ?? false
  return {
    nonce: account?.nonce ?? 0n,
    balance: account?.balance ?? 0n,
    isContract: hasCode && !isDelegation(await state.getCode(owner)),
  }
}
