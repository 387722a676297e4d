import type { Check } from './run.ts'

/** Returns a check that passes if all checks pass; undefined for no checks. */
export function every(checks: readonly Check[]): Check | undefined {
  if (checks.length < 2) return checks[0]
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
