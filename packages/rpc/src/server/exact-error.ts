import type { ErrorObject, Json } from '../json-rpc.ts'

/** An error whose data holds integers that no double does: its text keeps all of their digits. */
export class ExactError implements ErrorObject {
  readonly code: number
  readonly message: string
  readonly #data: string

  /** Takes the data as JSON text. */
  constructor({ code, message }: ErrorObject, data: string) {
    this.code = code
    this.message = message
    this.#data = data
  }

  get data(): Json {
    return JSON.parse(this.#data) as Json
  }

  /** As JSON. */
  get text(): string {
    return `{"code":${this.code},"message":${JSON.stringify(this.message)},"data":${this.#data}}`
  }

  toJSON(): ErrorObject {
    const { code, message, data } = this
    return { code, message, data }
  }
}
