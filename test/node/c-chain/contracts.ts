import { keccak256, parseAbi, stringToHex, toFunctionSelector } from 'viem'
import { assemble, creating } from './assemble.ts'

const selector = (signature: string): string => toFunctionSelector(signature)
const topic = (signature: string): string => keccak256(stringToHex(signature))

/** Stores one number, logs its changes, and reverts on demand. */
export const counterAbi = parseAbi([
  'function set(uint256 value)',
  'function get() view returns (uint256)',
  'function fail()',
  'event Changed(address indexed by, uint256 value)',
])

/** Dispatches on the first four bytes of the call data. */
const dispatch = (targets: Readonly<Record<string, string>>): string => `
  0x00 CALLDATALOAD 0xe0 SHR
  ${Object.entries(targets)
    .map(([signature, label]) => `DUP1 ${selector(signature)} EQ @${label} JUMPI`)
    .join('\n')}
  0x00 0x00 REVERT
`

export const counter = creating(
  assemble(`
    ${dispatch({ 'set(uint256)': 'set', 'get()': 'get', 'fail()': 'fail' })}
    set:
      0x04 CALLDATALOAD DUP1 0x00 SSTORE 0x00 MSTORE
      CALLER ${topic('Changed(address,uint256)')} 0x20 0x00 LOG2 STOP
    get:
      0x00 SLOAD 0x00 MSTORE 0x20 0x00 RETURN
    fail:
      0x08c379a0 0xe0 SHL 0x00 MSTORE
      0x20 0x04 MSTORE
      0x04 0x24 MSTORE
      ${stringToHex('nope', { size: 32 })} 0x44 MSTORE
      0x64 0x00 REVERT
  `),
)

/** The part of ERC-20 that moves tokens; anyone can mint some. */
export const tokenAbi = parseAbi([
  'function mint(uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

const slotOf = 'PUSH0 MSTORE 0x20 PUSH0 KECCAK256'

export const token = creating(
  assemble(`
    ${dispatch({ 'mint(uint256)': 'mint', 'transfer(address,uint256)': 'transfer', 'balanceOf(address)': 'balance' })}
    mint:
      CALLER ${slotOf} DUP1 SLOAD 0x04 CALLDATALOAD ADD SWAP1 SSTORE STOP
    balance:
      0x04 CALLDATALOAD ${slotOf} SLOAD PUSH0 MSTORE 0x20 PUSH0 RETURN
    transfer:
      CALLER ${slotOf} DUP1 SLOAD            ; slot balance
      DUP1 0x24 CALLDATALOAD SWAP1 LT @poor JUMPI
      0x24 CALLDATALOAD SWAP1 SUB SWAP1 SSTORE
      0x04 CALLDATALOAD ${slotOf} DUP1 SLOAD 0x24 CALLDATALOAD ADD SWAP1 SSTORE
      0x24 CALLDATALOAD PUSH0 MSTORE
      0x04 CALLDATALOAD CALLER ${topic('Transfer(address,address,uint256)')} 0x20 PUSH0 LOG3
      0x01 PUSH0 MSTORE 0x20 PUSH0 RETURN
    poor:
      PUSH0 PUSH0 REVERT
  `),
)
