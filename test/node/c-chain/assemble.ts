import { hex } from './hex.ts'

const opcodes: Readonly<Record<string, number>> = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  SHR: 0x1c,
  SHL: 0x1b,
  KECCAK256: 0x20,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  BASEFEE: 0x48,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  SWAP1: 0x90,
  SWAP2: 0x91,
  LOG1: 0xa1,
  LOG2: 0xa2,
  LOG3: 0xa3,
  CALL: 0xf1,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
}

/** Assembles EVM code: names of opcodes, `0x…` to push bytes, `name:` for a label and `@name` to push it. */
export function assemble(source: string): `0x${string}` {
  const tokens = source
    .replaceAll(/;.*$/gm, '')
    .split(/\s+/)
    .filter((token) => token !== '')
  const places = new Map<string, number>()
  const bytes: (number | { readonly label: string })[] = []
  for (const token of tokens) {
    if (token.endsWith(':')) {
      places.set(token.slice(0, -1), bytes.length)
      bytes.push(opcode('JUMPDEST'))
    } else if (token.startsWith('@')) {
      bytes.push(0x61, { label: token.slice(1) }, 0)
    } else if (token.startsWith('0x')) {
      const pushed = Buffer.from(token.slice(2), 'hex')
      bytes.push(0x5f + pushed.length, ...pushed)
    } else bytes.push(opcode(token))
  }
  const code = Buffer.alloc(bytes.length)
  bytes.forEach((byte, at) => {
    if (typeof byte === 'number') code[at] ||= byte
    else code.writeUInt16BE(places.get(byte.label) ?? 0, at)
  })
  return hex(code)
}

function opcode(name: string): number {
  const code = opcodes[name]
  if (code === undefined) throw new Error(`unknown operation ${name}`)
  return code
}

/** Code that creates a contract with the given code. */
export function creating(code: `0x${string}`): `0x${string}` {
  const length = (code.length / 2 - 1).toString(16).padStart(4, '0')
  // PUSH2 length, DUP1, PUSH1 offset, PUSH0, CODECOPY, PUSH0, RETURN
  return `0x61${length}80600a5f395ff3${code.slice(2)}`
}
