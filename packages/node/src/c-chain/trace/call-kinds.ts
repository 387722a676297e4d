import type { Message } from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'

/**
 * Opcodes that create messages. Tracers record the opcode, because several opcodes create the same kind of message.
 */
export const callOpcodes: ReadonlySet<string> = new Set([
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
  'CREATE',
  'CREATE2',
])

/** Returns the opcode that stands for a message in a trace. `opcode` is the last opcode that created a message. */
export function kindOf({ depth, to }: Message, opcode: string): string {
  if (depth === 0) return to === undefined ? 'CREATE' : 'CALL'
  return opcode
}

/** Returns the caller and the called contract, as traces name them; `to` is undefined for a new contract. */
export function partiesOf(
  kind: string,
  message: Message,
): { readonly from: Address; readonly to: Address | undefined } {
  const { caller, to } = message
  const isDelegate = kind === 'DELEGATECALL'
  const isCode = isDelegate || kind === 'CALLCODE'
  // The getter `codeAddress` throws for a new contract.
  return { from: isDelegate ? (to ?? caller) : caller, to: isCode ? message.codeAddress : to }
}
