import { INVALID_PARAMS, type ErrorObject, type Json } from '../json-rpc.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { PlainWriter } from './json-text.ts'

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
    const writer = new PlainWriter()
    const message = writer.quoted(this.message)
    let issues = ''
    for (const issue of this.#issues) {
      issues += (issues === '' ? '' : ',') + issueText(issue, writer)
    }
    return writer.isRight
      ? `{"code":${INVALID_PARAMS},"message":${message},"data":{"reason":"invalidParams","issues":[${issues}]}}`
      : JSON.stringify(this)
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

function issueText({ pointer, message, expected }: SchemaIssue, writer: PlainWriter): string {
  const told = `{"pointer":${writer.quoted(pointer)},"message":${writer.quoted(message)}`
  return expected === undefined ? `${told}}` : `${told},"expected":${writer.quoted(expected)}}`
}
