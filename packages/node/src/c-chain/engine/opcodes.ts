import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF, type EVMOpts } from '@ethereumjs/evm'
import { createAddressFromBigInt } from '@ethereumjs/util'
import { padded } from './precompiles/result.ts'

type Opcode = Extract<NonNullable<EVMOpts['customOpcodes']>[number], { readonly baseFee: number }>
type RunState = Parameters<Opcode['logicFunction']>[0]
type Logic = (state: RunState) => void | Promise<void>

const ADDRESS_BITS = 160
/**
 * The code that other contracts see when they read the code of a contract in the EVM object format.
 */
const EOF_MAGIC = Uint8Array.of(0xef, 0)

/**
 * Returns another implementation of the copy opcodes, because EthereumJS takes seconds to copy
 * megabytes from past the end of the source.
 */
export function copyOpcodes(common: Common): Opcode[] {
  const { opcodes, dynamicGasHandlers } = getOpcodesForHF(common)
  const own: readonly (readonly [number: number, logic: Logic])[] = [
    [0x37, copying((state) => state.interpreter.getCallData())],
    [0x39, copying((state) => state.interpreter.getCode())],
    [0x3c, copying(externalCode)],
  ]
  return own.flatMap(([opcode, logicFunction]): Opcode[] => {
    const known = opcodes.get(opcode)
    if (known === undefined) return []
    const { name: opcodeName, fee: baseFee } = known
    const gasFunction = dynamicGasHandlers.get(opcode)
    return [{ opcode, opcodeName, baseFee, logicFunction, ...(gasFunction && { gasFunction }) }]
  })
}

/**
 * Returns the implementation of a copy opcode. Pads the copied bytes with zeros after the end of
 * the source.
 */
function copying(source: (state: RunState) => Uint8Array | Promise<Uint8Array>): Logic {
  return async (state) => {
    const bytes = await source(state)
    const [to, from, count] = [state.stack.pop(), state.stack.pop(), Number(state.stack.pop())]
    state.memory.write(Number(to), count, padded(bytes, Number(from), count))
  }
}

async function externalCode({ stack, stateManager }: RunState): Promise<Uint8Array> {
  const address = createAddressFromBigInt(BigInt.asUintN(ADDRESS_BITS, stack.pop()))
  const code = await stateManager.getCode(address)
  return code[0] === EOF_MAGIC[0] && code[1] === EOF_MAGIC[1] ? EOF_MAGIC : code
}
