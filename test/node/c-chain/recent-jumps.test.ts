import { expect, test } from 'vitest'
import { recentJumps, type Jumps } from '../../../packages/node/src/c-chain/engine/run-code.ts'

/** Counts how many codes are analyzed again when they are called in turns. */
function analysesOf(codes: readonly Uint8Array[]): number {
  let analyses = 0
  const analyze = (): Jumps => {
    analyses++
    return { jumps: new Uint8Array(0), pushes: [] as never, opcodesCached: [] }
  }
  for (let round = 0; round < 3; round++) for (const code of codes) recentJumps(code, analyze)
  return analyses
}

const codes = (count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, () => new Uint8Array(24_576))

test('contracts that are called in turns are analyzed once, up to 1 MiB of code', () => {
  expect(analysesOf(codes(42))).toBe(42)
  expect(analysesOf(codes(43))).toBe(3 * 43)
})
