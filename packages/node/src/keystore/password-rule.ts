import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Rule for the password of a new user. */
export type PasswordRule = 'classes' | 'strength'

/** Requirements that a password can fail, in reporting order. */
export type PasswordFault =
  | 'passwordTooShort'
  | 'passwordNeedsUpperCase'
  | 'passwordNeedsLowerCase'
  | 'passwordNeedsDigit'
  | 'passwordNeedsSymbol'
  | 'weakPassword'

const MIN_LENGTH = 8
/**
 * Number of leading bytes of a password whose strength is scored. The number is limited, because
 * the time of scoring grows fast with the length.
 */
const SCORED_BYTES = 50
const MIN_SCORE = 2

const classes: readonly (readonly [PasswordFault, (password: string) => boolean])[] = [
  ['passwordTooShort', (password) => [...password].length >= MIN_LENGTH],
  ['passwordNeedsUpperCase', (password) => /\p{Lu}/u.test(password)],
  ['passwordNeedsLowerCase', (password) => /\p{Ll}/u.test(password)],
  ['passwordNeedsDigit', (password) => /\p{Nd}/u.test(password)],
  ['passwordNeedsSymbol', (password) => /[^\p{L}\p{M}\p{N}]/u.test(password)],
]

/** Returns the requirements that a password does not meet; empty for an acceptable password. */
export function passwordFaults(password: string, rule: PasswordRule): readonly PasswordFault[] {
  switch (rule) {
    case 'classes':
      return classes.filter(([, holds]) => !holds(password)).map(([fault]) => fault)
    case 'strength':
      return score(password) >= MIN_SCORE ? [] : ['weakPassword']
  }
}

let meter: ZxcvbnFactory | undefined

function score(password: string): number {
  meter ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const head = Buffer.from(password, 'utf8').subarray(0, SCORED_BYTES).toString('utf8')
  return meter.check(head).score
}
