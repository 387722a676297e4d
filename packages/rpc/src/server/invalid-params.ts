import { INVALID_PARAMS, type ErrorObject, type Json } from '../json-rpc.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { scalarText } from './json-text.ts'

/** The error of params that do not fit. Its text is written without the detour over its data, for which few ask. */
export class InvalidParams implements ErrorObject {
  readonly code: number = INVALID_PARAMS
  readonly message: string
  readonly #issues: readonly SchemaIssue[]

  constructor(issues: readonly SchemaIssue[]) {
    this.message = `Invalid params${summaryOf(issues)}`
    this.#issues = issues
  }

  get data(): Json {
    return { reason: 'invalidParams', issues: this.#issues.map(publicIssue) }
  }

  /** As JSON. */
  get text(): string {
    let issues = ''
    for (const issue of this.#issues)
      issues += issues === '' ? issueText(issue) : `,${issueText(issue)}`
    return `{"code":${INVALID_PARAMS},"message":${scalarText(this.message)},"data":{"reason":"invalidParams","issues":[${issues}]}}`
  }

  toJSON(): ErrorObject {
    const { code, message, data } = this
    return { code, message, data }
  }
}

/** The first issue in words, for those who show messages only. */
export function summaryOf([first]: readonly SchemaIssue[]): string {
  return first ? `: ${first.pointer || 'params'} ${first.message}` : ''
}

function publicIssue({ pointer, message, expected }: SchemaIssue): Json {
  return expected === undefined ? { pointer, message } : { pointer, message, expected }
}

function issueText({ pointer, message, expected }: SchemaIssue): string {
  const told = `{"pointer":${scalarText(pointer)},"message":${scalarText(message)}`
  return expected === undefined ? `${told}}` : `${told},"expected":${scalarText(expected)}}`
}
