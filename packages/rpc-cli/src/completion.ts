import { shells } from './completion-scripts.ts'
import { nextCommands, readCommandLine } from './command-line.ts'
import { UsageError } from './exit-codes.ts'
import { type Candidate, optionCandidates } from './options.ts'
import type { Program } from './program.ts'

/** Returns the candidates for the last word of a command line. The words before it are complete. */
export async function candidates(
  program: Program,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? ''
  try {
    const found = await candidatesAfter(program, words.slice(0, -1), current)
    return found.filter(({ word }) => PLAIN.test(word) && word.startsWith(current))
  } catch (error) {
    // The words before are unknown, or an option needs a file or an address, which the shell completes.
    if (error instanceof UsageError) return []
    throw error
  }
}

/** Words without a meaning for shells, which put them into the command line as they are. Others come from documents. */
const PLAIN = /^[\p{L}\p{N}_.:/@%+,-]+$/u

async function candidatesAfter(
  program: Program,
  before: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (before.at(-1) === '--completion') return shells.map((word) => ({ word, text: '' }))
  const line = readCommandLine(program, before)
  if (!line.selected) {
    return current.startsWith('-') ? optionCandidates([]) : nextCommands(program, line.words)
  }
  // The document is only loaded if an argument is completed.
  const { argumentCandidates } = await import('./method.ts')
  const more = line.rest.length === 0 ? nextCommands(program, line.words) : []
  return [...more, ...(await argumentCandidates(line.selected, line.rest, current))]
}

/** Returns candidates as lines of a word, a tab and a description. */
export function candidateLines(found: readonly Candidate[]): string {
  return found
    .map(({ word, text }) => {
      const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, 100)
      return line === '' ? word : `${word}\t${line}`
    })
    .join('\n')
}
