import type { Common } from '@ethereumjs/common'
import type { EVM, EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createEVM } from '@ethereumjs/evm'
import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { createVM, type VM } from '@ethereumjs/vm'
import { bytesOf, type Hex } from '../hex.ts'
import type { TrieDb } from './trie-db.ts'

/** Finds the hash of an accepted block, for the opcode that asks for it. */
export type BlockHashes = (height: bigint) => Promise<Uint8Array | undefined>

/** An EVM at one state, with the rules of one hard fork. */
export interface Machine {
  readonly vm: VM
  readonly evm: EVM
  readonly state: MerkleStateManager
  readonly db: TrieDb
  readonly common: Common
}

/** What a machine is opened with. */
export interface MachineInput {
  readonly common: Common
  readonly db: TrieDb
  readonly root: Hex
  readonly blockHashes: BlockHashes
}

const NO_HASH = new Uint8Array(32)

/** Opens an EVM at a state root; throws where the state is not there. */
export async function openMachine(input: MachineInput): Promise<Machine> {
  const { common, db, root } = input
  const trie = new MerklePatriciaTrie({ db, useKeyHashing: true, valueEncoding: 'view', common })
  const caches = new Caches({
    account: { type: 'ordered_map' },
    code: { type: 'ordered_map' },
    storage: { type: 'ordered_map' },
  })
  const state = new MerkleStateManager({ trie, common, caches })
  await state.setStateRoot(bytesOf(root))
  const blockchain = blockchainOf(input.blockHashes)
  const evm = await createEVM({ common, stateManager: state, blockchain })
  const vm = await createVM({ common, stateManager: state, blockchain, evm })
  // The rules never change, and the listener would keep every machine alive.
  common.events.removeAllListeners()
  return { vm, evm, state, db, common }
}

/** Moves a machine to another state, without what it cached of the last one. */
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
