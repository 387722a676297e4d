import type { Common } from '@ethereumjs/common'
import type { CustomPrecompile, EVM, EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createEVM, getActivePrecompiles } from '@ethereumjs/evm'
import { createAddressFromString, KECCAK256_RLP } from '@ethereumjs/util'
import { createVM, type VM } from '@ethereumjs/vm'
import { bytesOf, type Hex } from '../hex.ts'
import type { NodeStore } from './node-store.ts'
import { EvmState } from './state.ts'
import { meteredPrecompile, meterSteps, type Metered } from './interpreter.ts'
import { copyOpcodes } from './opcodes.ts'
import { modexp } from './precompiles/modexp.ts'

/** Returns the hash of an accepted block, for the opcode BLOCKHASH. */
export type BlockHashes = (height: bigint) => Promise<Uint8Array | undefined>

/** An EVM at one state, with the rules of one hard fork. */
export interface Machine extends Metered {
  readonly vm: VM
  readonly evm: EVM
  readonly state: EvmState
  readonly db: NodeStore
  readonly common: Common
  /** Addresses of the precompiled contracts, including moved precompiled contracts. */
  readonly precompiles: readonly string[]
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
  const customOpcodes = copyOpcodes(common)
  const customPrecompiles = precompilesOf(common)
  const options = { common, stateManager: state, blockchain, customOpcodes, customPrecompiles }
  const evm = await createEVM(options)
  const vm = await createVM({ common, stateManager: state, blockchain, evm })
  // Remove the listeners: the rules never change, and a listener would prevent the machine from
  // being garbage-collected.
  common.events.removeAllListeners()
  const precompiles = [...evm.precompiles.keys()]
  const machine: Machine = { vm, evm, state, db, common, precompiles, meter: undefined }
  await meterSteps(evm, machine)
  return machine
}

/** The contract whose implementation in EthereumJS takes hours for some input. */
const MODEXP = '05'.padStart(40, '0')
/** The point evaluation of KZG, whose library takes 300 ms to load. */
const KZG = '0a'.padStart(40, '0')

/** Returns the precompiled contracts of a fork, which a meter counts. */
function precompilesOf(common: Common): CustomPrecompile[] {
  return [...getActivePrecompiles(common)].map(([address, original]) => ({
    address: createAddressFromString(`0x${address}`),
    function: meteredPrecompile(address === MODEXP ? modexp : original, address === KZG),
  }))
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
