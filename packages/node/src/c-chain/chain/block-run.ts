import { createAddressFromString, type Account } from '@ethereumjs/util'
import type { BuildInput, RefusedTx } from '../../chain/vm.ts'
import type { Change } from '../../store/store.ts'
import { burnBaseFee, environmentOf, execute } from '../engine/executor.ts'
import type { Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { AtomicRules } from './atomic-rules.ts'
import type { EvmHeader } from './header.ts'
import type { EvmReceipt } from './receipt.ts'
import type { AtomicCTx, CTx, EvmTx } from './tx.ts'
import { checkAccount, isAffordable, type AccountState } from './validity.ts'
import { refusalOf } from '../../chain/refusal.ts'
import { refusal } from '../refusals.ts'

const LEAST_GAS = 21_000n

interface RunInput {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly input: BuildInput<CTx>
  readonly atomic: AtomicRules | undefined
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
  readonly #atomicChanges: Change[] = []
  /** Senders whose next transaction cannot be included in this block. */
  readonly #waiting = new Set<Hex>()
  gasUsed = 0n
  atomicGas = 0n
  isTooCheap = false

  constructor({ machine, header, input, atomic }: RunInput) {
    this.machine = machine
    this.header = header
    this.#input = input
    this.#atomic = atomic
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
    const block = environmentOf(this.header, this.machine.common)
    const atomic: AtomicCTx[] = []
    for (const tx of this.#input.txs) {
      if (this.header.gasLimit - this.gasUsed < LEAST_GAS) break
      if (tx.kind === 'atomic') atomic.push(tx)
      else if (!this.#waiting.has(tx.from)) await this.#evm(tx, block)
    }
    for (const tx of atomic) await this.#takeAtomic(tx)
  }

  atomicChanges(height: bigint): readonly Change[] {
    const accepted = this.atomicTxs.map((tx) => this.#atomic?.accepted(tx, height) ?? [])
    return [...this.#atomicChanges, ...accepted.flat()]
  }

  async #evm(tx: EvmTx, block: ReturnType<typeof environmentOf>): Promise<void> {
    const account = await this.account(tx.from)
    const isTooCheap = !isAffordable(tx.tx, this.header)
    this.isTooCheap ||= isTooCheap
    const isLate = tx.tx.gasLimit > this.header.gasLimit - this.gasUsed
    if (tx.tx.nonce > account.nonce || isTooCheap || isLate) {
      this.#waiting.add(tx.from)
      return
    }
    const error = await refusalOf(async () => {
      checkAccount(tx, account)
      await this.#execute(tx, block)
    })
    if (error === undefined) return
    this.refused.push({ tx, error })
    if (tx.tx.nonce >= account.nonce) this.#waiting.add(tx.from)
  }

  async #execute(tx: EvmTx, block: ReturnType<typeof environmentOf>): Promise<void> {
    try {
      const receipt = await execute(this.machine, tx.tx, block, this.gasUsed)
      await burnBaseFee(this.machine, this.header, receipt.gasUsed)
      this.gasUsed += receipt.gasUsed
      this.receipts.push(receipt)
      this.evmTxs.push(tx)
    } catch (error) {
      // EthereumJS rejected the transaction by a rule that this node does not check itself, and
      // reverted all changes of the transaction.
      const message = error instanceof Error ? error.message : String(error)
      throw refusal('invalidTransaction', message)
    }
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
    return accountState(await this.machine.state.getAccount(createAddressFromString(address)))
  }
}

export function accountState(account: Account | undefined): AccountState {
  return {
    nonce: account?.nonce ?? 0n,
    balance: account?.balance ?? 0n,
    isContract: account?.isContract() ?? false,
  }
}
