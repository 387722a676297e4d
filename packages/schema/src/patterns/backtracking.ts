import { type Node, expressionOf } from './automaton.ts'

/** Base-2 logarithm of the maximum string length of any engine. */
const MAX_BITS = 29
/**
 * Base-2 logarithm of a number of attempts per character. If strings of every length need at most this
 * number, the time is considered linear.
 */
const FEW_BITS = 10

/**
 * Returns the maximum length of a string that a backtracking engine matches in about `steps` attempts.
 * Returns `Infinity` if the number of attempts is linear in the length, and -1 if even the empty string may
 * take more attempts.
 */
export function longestQuickText(pattern: string, steps: number): number {
  const node = expressionOf(pattern)
  if (node === undefined) return -1
  const start = isBound(node) ? 0 : 1
  const bits = (length: number): number => waysOf(node, length) + start * Math.log2(length + 1)
  if (isProportional(bits)) return Infinity
  const most = Math.log2(steps)
  if (bits(0) > most) return -1
  let least = 0
  let beyond = 2 ** MAX_BITS
  while (beyond - least > 1) {
    const middle = Math.floor((least + beyond) / 2)
    if (bits(middle) <= most) least = middle
    else beyond = middle
  }
  return least
}

function isProportional(bits: (length: number) => number): boolean {
  for (let power = FEW_BITS; power <= MAX_BITS; power++)
    if (bits(2 ** power) > power + FEW_BITS) return false
  return true
}

/** Whether a match can only begin at the start of the string. */
function isBound(node: Node): boolean {
  if (node.kind === 'assertion') return node.sign === '^'
  if (node.kind === 'choice') return node.parts.every(isBound)
  const [first] = node.kind === 'sequence' ? node.parts : []
  return first !== undefined && isBound(first)
}

/**
 * Returns the base-2 logarithm of an upper bound for the number of ways in which a node can match the start
 * of a string.
 */
function waysOf(node: Node, length: number): number {
  switch (node.kind) {
    case 'char':
    case 'assertion':
      return 0
    case 'sequence':
      return node.parts.reduce((bits, part) => bits + waysOf(part, length), 0)
    case 'choice':
      return sumOf(node.parts.map((part) => waysOf(part, length)))
    case 'repeat':
      return waysToRepeat(node, length)
  }
}

/** Returns the base-2 logarithm of a sum, given the logarithms of its terms. */
function sumOf(all: readonly number[]): number {
  const most = all.reduce((one, other) => Math.max(one, other), 0)
  return most + Math.log2(all.reduce((sum, bits) => sum + 2 ** (bits - most), 0))
}

/**
 * Returns the base-2 logarithm of the number of ways to match a repetition. The engine rejects an iteration
 * beyond the minimum that reads no character.
 */
function waysToRepeat(node: Node & { readonly kind: 'repeat' }, length: number): number {
  const { part, least, most } = node
  const further = Math.min(most - least, length)
  const counts = Math.log2(further + 1)
  const ways = waysOf(part, length)
  if (ways === 0) return counts
  // The text can be divided among the iterations in 2 ^ length ways, or more if a character can be matched
  // in several ways.
  const divided = length * Math.max(1, waysOf(part, 1))
  return least * ways + Math.min(further * ways + counts, divided)
}
