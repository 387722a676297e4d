import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF, type EVMOpts } from '@ethereumjs/evm'
import { createAddressFromBigInt } from '@ethereumjs/util'
import { padded } from './precompiles/result.ts'
import type { Watch } from './watch.ts'

type Opcode = Extract<NonNullable<EVMOpts['customOpcodes']>[number], { readonly baseFee: number }>
type RunState = Parameters<Opcode['logicFunction']>[0]
type Logic = (state: RunState, common: Common) => void | Promise<void>

const ADDRESS_BITS = 160
/**
 * The code that other contracts see when they read the code of a contract in the EVM object format.
 */
const EOF_MAGIC = Uint8Array.of(0xef, 0)

/**
 * Returns replacements for the opcodes that process memory of any size, at which the watch checks
 * the time. Copy opcodes get another implementation, because EthereumJS takes seconds to copy
 * megabytes from past the end of the source.
 */
export function watchedOpcodes(watch: Watch, common: Common): Opcode[] {
  const { opcodes, handlers, dynamicGasHandlers } = getOpcodesForHF(common)
  const own: ReadonlyMap<number, Logic> = new Map<number, Logic>([
    [0x37, copying((state) => state.interpreter.getCallData())],
    [0x39, copying((state) => state.interpreter.getCode())],
    [0x3c, copying(externalCode)],
  ])
  return [0x20, 0x37, 0x39, 0x3c, 0x5e].flatMap((number): Opcode[] => {
    const [known, logic] = [opcodes.get(number), own.get(number) ?? handlers.get(number)]
    if (known === undefined || logic === undefined) return []
    const { name, fee } = known
    const gasFunction = dynamicGasHandlers.get(number)
    const logicFunction: Logic = async (state) => {
      await watch.look()
      await logic(state, common)
    }
    return [
      {
        opcode: number,
        opcodeName: name,
        baseFee: fee,
        logicFunction,
        ...(gasFunction && { gasFunction }),
      },
    ]
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
