import { format } from 'node:util'
import type { EVM, Message } from '@ethereumjs/evm'
import { keccak } from '../../crypto/keccak.ts'
import { getAddress } from '../checksum.ts'
import { hexOf } from '../hex.ts'

/** Prints lines of contracts. */
export type Print = (lines: readonly string[]) => void

/** The address that `console.sol` of Hardhat and Foundry calls: "console.log" in ASCII. It has no code. */
const CONSOLE = Buffer.from('000000000000000000636f6e736f6c652e6c6f67', 'hex')

/** Maximum number of lines of a transaction or call, of characters of a line, and of all of them. */
const MOST_LINES = 1000
const MOST_CHARACTERS = 10_000
const MOST_IN_ALL = 200_000

/**
 * Appends to `lines` what contracts on an EVM print with `console.sol`. Returns a function that stops this. Nothing else
 * changes: the address is called as on any chain, with the same gas.
 */
export function watchConsole({ events }: EVM, lines: string[]): () => void {
  let characters = 0
  let isFull = false
  const read = ({ to, data }: Message): void => {
    if (isFull || to === undefined || !CONSOLE.equals(to.bytes)) return
    isFull = lines.length === MOST_LINES || characters > MOST_IN_ALL
    const line = isFull ? 'further lines are left out' : printed(data)
    if (line === undefined) return
    characters += line.length
    lines.push(line)
  }
  events.on('beforeMessage', read)
  return () => void events.off('beforeMessage', read)
}

/** Returns the line that a call of `console.sol` prints; undefined if the call is none of its functions. */
export function printed(data: Uint8Array): string | undefined {
  const types = functions().get(hexOf(data.subarray(0, 4)))
  const values = types?.map((type, at) => valueOf(type, data.subarray(4), at))
  if (types === undefined || values === undefined || values.includes(undefined)) return undefined
  const [first = '', ...rest] = values
  // Numbers are texts here, because those of JavaScript are not exact.
  const isTemplate = types[0] === 'string' && rest.length > 0
  const line = isTemplate ? format(first.replaceAll(/%[dif]/g, '%s'), ...rest) : values.join(' ')
  return visible(line).slice(0, MOST_CHARACTERS)
}

let known: ReadonlyMap<string, readonly string[]> | undefined

/** The functions of `console.sol`, as the types of their params by selector. All of them are overloads of `log`. */
function functions(): ReadonlyMap<string, readonly string[]> {
  return (known ??= new Map(
    overloads().map((types) => {
      const signature = Buffer.from(`log(${types.join(',')})`)
      return [hexOf(keccak(signature).subarray(0, 4)), types]
    }),
  ))
}

function overloads(): readonly (readonly string[])[] {
  const bytes = Array.from({ length: 32 }, (_, at) => [`bytes${at + 1}`])
  // Early versions of the library abbreviated the names of integers in its selectors.
  return [
    ...['uint256', 'uint'].flatMap((integer) => lists([integer, 'string', 'bool', 'address'], 4)),
    ...['int256', 'int'].flatMap((integer) => [[integer], ['string', integer]]),
    ['bytes'],
    ...bytes,
  ]
}

/** Returns all lists of at most `most` of the given items. */
function lists(items: readonly string[], most: number): readonly (readonly string[])[] {
  if (most === 0) return [[]]
  const shorter = lists(items, most - 1)
  const longest = shorter.filter(({ length }) => length === most - 1)
  return [...shorter, ...longest.flatMap((list) => items.map((item) => [...list, item]))]
}

/** Returns a param as text; undefined if the data ends before it. */
function valueOf(type: string, params: Uint8Array, at: number): string | undefined {
  const word = wordAt(params, at * 32)
  if (word === undefined) return undefined
  if (type === 'string' || type === 'bytes') {
    const content = contentAt(params, BigInt(word))
    // What is behind is cut off anyway, and a contract could pass the same long text many times.
    const shown = content?.subarray(0, MOST_CHARACTERS)
    if (shown === undefined) return undefined
    return type === 'bytes' ? hexOf(shown) : Buffer.from(shown).toString()
  }
  if (type === 'bool') return String(BigInt(word) !== 0n)
  if (type === 'address') return getAddress(`0x${word.slice(-40)}`)
  if (type.startsWith('bytes')) return word.slice(0, 2 + 2 * Number(type.slice('bytes'.length)))
  return String(type.startsWith('uint') ? BigInt(word) : BigInt.asIntN(256, BigInt(word)))
}

function wordAt(params: Uint8Array, at: number): string | undefined {
  return at + 32 > params.length ? undefined : hexOf(params.subarray(at, at + 32))
}

/** Returns the bytes whose length is at an offset of the params. */
function contentAt(params: Uint8Array, offset: bigint): Uint8Array | undefined {
  const start = offset > params.length ? params.length : Number(offset)
  const length = wordAt(params, start)
  if (length === undefined || BigInt(length) > params.length - start - 32) return undefined
  return params.subarray(start + 32, start + 32 + Number(length))
}

/** Escapes control characters, with which a contract could write to the terminal, except tabs and line breaks. */
function visible(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}
