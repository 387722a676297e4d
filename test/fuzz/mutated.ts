import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../corpus/folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { caseOf, putShared } from './cases.ts'
import { type CaseOutcome, generateCase } from './generate-case.ts'

const cases = isLong ? 10_000 : 28
/** Cases per test. A failure names the case, and a crash of the process loses only a few cases. */
const batch = isLong ? 100 : 7

async function outcomeOf(home: string, index: number): Promise<CaseOutcome> {
  const { file, text } = caseOf(index)
  writeFileSync(join(home, 'project', file), text)
  const outcome = await generateCase(home, file, index % 2 === 0)
  rmSync(join(home, 'project', file))
  rmSync(join(home, 'project/out'), { recursive: true, force: true })
  return outcome
}

/**
 * Defines tests for every other batch of mutated documents. There is a file for each half, so that
 * both run in parallel.
 */
export function mutatedDocuments(half: 0 | 1): void {
  const counts = { written: 0, failed: 0 }
  const batches = Array.from({ length: cases / batch }, (_, index) => index * batch).filter(
    (_, index) => index % 2 === half,
  )

  test.each(batches)('mutated documents from %i on', { timeout: 600_000 }, async (from) => {
    const home = temporaryFolder({})
    mkdirSync(join(home, 'project'))
    putShared(join(home, 'project'))
    const failures: unknown[] = []
    for (let index = from; index < from + batch; index++) {
      const { status, faults } = await outcomeOf(home, index)
      if (status === 'written') counts.written++
      else counts.failed++
      if (faults.length > 0) failures.push({ index, faults: faults.slice(0, 3) })
    }
    expect(failures).toEqual([])
    expect('pwned' in globalThis).toBe(false)
  })

  // The short form has too few documents for some of them to be refused for certain.
  test('mutated documents generate, and in the long form some are rejected', () => {
    console.log(
      `figure: fuzz, half ${half + 1} of 2: ${cases / 2} documents, ${counts.written} generated, ${counts.failed} refused`,
    )
    expect(counts.written).toBeGreaterThan(cases / 40)
    if (isLong) expect(counts.failed).toBeGreaterThan(cases / 40)
  })
}
