import { toRpcError } from '../../errors.ts'
import { isThenable } from '../../thenable.ts'

/** The outcome of a call. */
export interface Outcome {
  /** Code of the error; `undefined` for a call that succeeded. */
  readonly code: number | undefined
  readonly error: unknown
  readonly durationMs: number
}

/** Runs a call, reports its outcome to `done`, and returns its result. */
export function observed(next: () => unknown, done: (outcome: Outcome) => void): unknown {
  const start = performance.now()
  const succeed = (value: unknown): unknown => {
    done({ code: undefined, error: undefined, durationMs: performance.now() - start })
    return value
  }
  const fail = (error: unknown): never => {
    done({ code: toRpcError(error).code, error, durationMs: performance.now() - start })
    throw error
  }
  let value: unknown
  try {
    value = next()
  } catch (error) {
    return fail(error)
  }
  return isThenable(value) ? value.then(succeed, fail) : succeed(value)
}
