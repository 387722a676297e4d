import { createBlock } from '@ethereumjs/block'
import { createEVM, type EVM, type EVMResult } from '@ethereumjs/evm'
import { Account, createAddressFromString, KECCAK256_RLP } from '@ethereumjs/util'
import { memoryStore } from '@native-node/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLeanEvm } from '../../../packages/node/src/c-chain/engine/lean-evm.ts'
import { NodeCache } from '../../../packages/node/src/c-chain/engine/node-cache.ts'
import { NodeStore } from '../../../packages/node/src/c-chain/engine/node-store.ts'
import { ChainState } from '../../../packages/node/src/c-chain/engine/state.ts'

const from = createAddressFromString(`0x${'aa'.repeat(20)}`)
const to = createAddressFromString(`0x${'cc'.repeat(20)}`)

/** Options of an EVM over an empty state. */
async function options() {
  const { common, blockchain } = await createEVM()
  const nodes = new NodeStore(memoryStore(), new NodeCache())
  return { common, blockchain, stateManager: new ChainState(nodes, KECCAK256_RLP) }
}

async function run(evm: EVM, code: Uint8Array, isCreated: boolean): Promise<unknown> {
  await evm.stateManager.checkpoint()
  await evm.stateManager.putAccount(from, new Account(1n, 10n ** 18n))
  await evm.stateManager.putCode(to, code)
  const header = { number: 9n, baseFeePerGas: 7n, excessBlobGas: 0n, blobGasUsed: 0n }
  const block = createBlock({ header }, { common: evm.common })
  const call = { block, caller: from, gasLimit: 200_000n, value: 7n }
  const data = Uint8Array.of(1, 2, 3)
  try {
    return shown(await evm.runCall(isCreated ? { ...call, data: code } : { ...call, to, data }))
  } finally {
    await evm.stateManager.revert()
    await evm.journal.cleanup()
  }
}

function shown({ createdAddress, execResult }: EVMResult): unknown {
  const { exceptionError, runState, ...rest } = execResult
  return {
    ...rest,
    createdAddress: createdAddress?.toString(),
    error: exceptionError?.error,
    opCode: runState?.opCode,
    memory: runState?.memory.read(0, 64),
    stack: runState?.stack.getStack(),
  }
}

const push = (value: number): number[] => [0x60, value]
/** Calls itself with half of the gas, so that the code runs again and gets less. */
const callSelf = [0x5f, 0x5f, 0x5f, 0x5f, 0x5f, 0x30, 0x60, 2, 0x5a, 0x04, 0xf1]
const create = [...push(3), 0x5f, 0x5f, 0xf0]
/** Jumps over an invalid opcode. */
const jump = [...push(5), 0x58, 0x01, 0x56, 0xfe, 0x5b]
const instruction = fc.oneof(
  fc.nat(255).map(push),
  fc.nat(255).map((byte) => [byte]),
  fc.constantFrom(callSelf, create, jump, [0x59], [0x5f, 0x5f, 0xa0], [0x5f, 0x54]),
  fc.constantFrom([...push(1), 0x5f, 0x55], [0x5f, 0x35, 0x5f, 0x52], [0x5f, 0x5f, 0xfd]),
)

test('any code does and costs what it does in the EVM of the library, also the second time', async () => {
  const library = await createEVM(await options())
  const lean = await createLeanEvm(await options())
  const code = fc
    .array(instruction, { maxLength: 30 })
    .map((parts) => Uint8Array.from(parts.flat()))
  await fc.assert(
    fc.asyncProperty(code, fc.boolean(), async (bytes, isCreated) => {
      const want = await run(library, bytes, isCreated)
      expect(await run(lean, bytes, isCreated)).toEqual(want)
      expect(await run(lean, bytes, isCreated)).toEqual(want)
    }),
    { seed: 21, numRuns: 300 },
  )
})
