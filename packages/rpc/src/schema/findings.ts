import type { At, CheckOptions, Reporter, SchemaIssue } from './types.ts'

/** Collects the issues of a value, up to a maximum. */
export class Findings implements Reporter {
  readonly options: CheckOptions
  issues: SchemaIssue[] = []

  constructor(options: CheckOptions) {
    this.options = options
  }

  get isFull(): boolean {
    return this.issues.length >= (this.options.maxIssues ?? 20)
  }

  report(at: At, keyword: string, message: string, expected?: string): void {
    if (this.isFull) return
    const { pointer, schemaPointer } = at
    // Written out: object spread takes longer than the rest of the check.
    this.issues.push(
      expected === undefined
        ? { pointer, keyword, message, schemaPointer }
        : { pointer, keyword, message, expected, schemaPointer },
    )
  }

  /** Adds issues found elsewhere. */
  adopt(issues: readonly SchemaIssue[]): void {
    const room = (this.options.maxIssues ?? 20) - this.issues.length
    this.issues.push(...issues.slice(0, Math.max(0, room)))
  }
}
