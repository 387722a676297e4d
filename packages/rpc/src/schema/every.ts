import type { Check } from './run.ts'

/** Returns a check that passes if all checks pass; undefined for no checks. */
export function every(checks: readonly Check[]): Check | undefined {
  const [first, second, ...others] = checks
  if (first === undefined || second === undefined) return first
  if (others.length === 0) {
    return (value, run) => {
      const isValid = first(value, run)
      if (!isValid && run.isOver) return false
      return second(value, run) && isValid
    }
  }
  return (value, run) => {
    let isValid = true
    for (const check of checks) {
      if (check(value, run)) continue
      isValid = false
      if (run.isOver) return false
    }
    return isValid
  }
}
