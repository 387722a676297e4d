import { automatonOf, exactly, type Step } from './automaton.ts'

/**
 * Maximum product of steps and characters: about three seconds of work. A string that would exceed this limit
 * is reported as not matching.
 */
const MAX_WORK = 1e8

/**
 * Returns a test of a regular expression that takes linear time, since it follows all alternatives at once.
 * Returns `undefined` if the expression uses lookaround or backreferences.
 */
export function linearTest(
  pattern: string,
  flags: string,
): ((text: string) => boolean) | undefined {
  const steps = automatonOf(pattern, exactly(flags))
  if (steps === undefined) return undefined
  const longest = MAX_WORK / steps.length
  return (text) =>
    text.length <= longest && run(steps, flags === 'u' ? Array.from(text) : text.split(''))
}

function run(steps: readonly Step[], chars: readonly string[]): boolean {
  const seen = new Int32Array(steps.length).fill(-1)
  let current: number[] = []
  for (let at = 0; at <= chars.length; at++) {
    // A match may start at any character.
    current.push(0)
    const reading = reach({ steps, chars, at, seen, look: at }, current)
    if (reading === undefined) return true
    const char = chars[at]
    if (char === undefined) return false
    current = []
    for (const index of reading) {
      const step = steps[index]
      if (step?.kind === 'char' && step.accepts(char)) current.push(index + 1)
    }
  }
  return false
}

export interface Place {
  readonly steps: readonly Step[]
  readonly chars: readonly string[]
  readonly at: number
  /** Number of the last pass that reached the step, by index of the step. */
  readonly seen: Int32Array
  readonly look: number
}

/**
 * Returns the character steps that can be reached without reading a character. Returns `undefined` if the end
 * of the expression can be reached.
 */
export function reach(
  { steps, chars, at, seen, look }: Place,
  from: number[],
): readonly number[] | undefined {
  const reading: number[] = []
  for (let index = from.pop(); index !== undefined; index = from.pop()) {
    if (seen[index] === look) continue
    seen[index] = look
    const step = steps[index]
    if (step?.kind === 'end') return undefined
    if (step?.kind === 'char') reading.push(index)
    if (step?.kind === 'split') from.push(...step.to)
    if (step?.kind === 'assertion' && holds(step.sign, chars, at)) from.push(index + 1)
  }
  return reading
}

function holds(sign: string, chars: readonly string[], at: number): boolean {
  if (sign === '^') return at === 0
  if (sign === '$') return at === chars.length
  const isWord = (char: string | undefined): boolean => char !== undefined && /^\w$/.test(char)
  return (isWord(chars[at - 1]) === isWord(chars[at])) === (sign === '\\B')
}
