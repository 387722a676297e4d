/** A problem in a guide. `path` is that of the guide; line and column are counted from 1. */
export interface GuideFault {
  readonly path: string
  readonly message: string
  readonly line: number
  readonly column: number
}

/** The error that a target throws for guides that it cannot use. The engine reports each fault as RL015. */
export class GuideError extends Error {
  readonly faults: readonly GuideFault[]
  constructor(faults: readonly GuideFault[]) {
    super(faults.map(({ message }) => message).join('\n'))
    this.name = 'GuideError'
    this.faults = faults
  }
}

/**
 * Whether an error is a `GuideError`. `instanceof` is not used, because another copy of this module may have
 * thrown the error.
 */
export function isGuideError(error: unknown): error is GuideError {
  return error instanceof Error && error.name === 'GuideError' && 'faults' in error
}
