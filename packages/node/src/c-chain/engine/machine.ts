import type { Common } from '@ethereumjs/common'
import type {
  CustomPrecompile,
  EVM,
  EVMMockBlockchainInterface,
  PrecompileFunc,
} from '@ethereumjs/evm'
import { createEVM, getActivePrecompiles } from '@ethereumjs/evm'
import { createAddressFromString, KECCAK256_RLP } from '@ethereumjs/util'
import { createVM, type VM } from '@ethereumjs/vm'
import { bytesOf, type Hex } from '../hex.ts'
import type { NodeStore } from './node-store.ts'
import { EvmState } from './state.ts'
import { watchSteps } from './interpreter.ts'
import { watchedOpcodes } from './opcodes.ts'
import { blsPairing, multiplication } from './precompiles/bls12.ts'
import { blake2f } from './precompiles/blake2f.ts'
import { modexp } from './precompiles/modexp.ts'
import { pairing } from './precompiles/pairing.ts'
import { Watch, watchCalls } from './watch.ts'

/** Returns the hash of an accepted block, for the opcode BLOCKHASH. */
export type BlockHashes = (height: bigint) => Promise<Uint8Array | undefined>

/** An EVM at one state, with the rules of one hard fork. */
export interface Machine {
  readonly vm: VM
  readonly evm: EVM
  readonly state: EvmState
  readonly db: NodeStore
  readonly common: Common
  /** Addresses of the precompiled contracts, including moved precompiled contracts. */
  readonly precompiles: readonly string[]
  readonly watch: Watch
}

export interface MachineInput {
  readonly common: Common
  readonly db: NodeStore
  readonly root: Hex
  readonly blockHashes: BlockHashes
}

const NO_HASH = new Uint8Array(32)

/** Opens an EVM at a state. Throws if the store does not have the state. */
export async function openMachine(input: MachineInput): Promise<Machine> {
  const { common, db, root } = input
  const state = await openState(db, root)
  const blockchain = blockchainOf(input.blockHashes)
  const watch = new Watch()
  const customOpcodes = watchedOpcodes(watch, common)
  const customPrecompiles = watchedPrecompiles(watch, common)
  const options = { common, stateManager: state, blockchain, customOpcodes, customPrecompiles }
  const evm = await createEVM(options)
  watchCalls(evm, watch)
  await watchSteps(evm, watch)
  const vm = await createVM({ common, stateManager: state, blockchain, evm })
  // Remove the listeners: the rules never change, and a listener would prevent the machine from
  // being garbage-collected.
  common.events.removeAllListeners()
  return { vm, evm, state, db, common, watch, precompiles: [...evm.precompiles.keys()] }
}

/**
 * Returns replacements for the precompiled contracts that can run for seconds. The replacements
 * check the time limit of the watch.
 */
function watchedPrecompiles(watch: Watch, common: Common): CustomPrecompile[] {
  const own: Readonly<Record<string, (original: PrecompileFunc) => PrecompileFunc>> = {
    '05': () => modexp(watch),
    '08': () => pairing(watch),
    '09': () => blake2f(watch),
    '0c': (original) => multiplication(watch, original, 'g1'),
    '0e': (original) => multiplication(watch, original, 'g2'),
    '0f': (original) => blsPairing(watch, original),
  }
  const known = getActivePrecompiles(common)
  return Object.entries(own).flatMap(([number, replacing]) => {
    const name = number.padStart(40, '0')
    const original = known.get(name)
    if (original === undefined) return []
    return [{ address: createAddressFromString(`0x${name}`), function: replacing(original) }]
  })
}

/** Opens a state for reading, without an EVM. Throws if the store does not have the state. */
export async function openState(db: NodeStore, root: Hex): Promise<EvmState> {
  const state = new EvmState(db, KECCAK256_RLP)
  await state.setStateRoot(bytesOf(root))
  return state
}

/** Moves a machine to another state and clears its caches. */
export async function moveMachine({ state }: Machine, root: Hex): Promise<void> {
  await state.setStateRoot(bytesOf(root))
}

function blockchainOf(blockHashes: BlockHashes): EVMMockBlockchainInterface {
  const blockchain: EVMMockBlockchainInterface = {
    async getBlock(height) {
      const hash = (await blockHashes(BigInt(height))) ?? NO_HASH
      return { hash: () => hash }
    },
    async putBlock() {},
    shallowCopy: () => blockchain,
  }
  return blockchain
}
