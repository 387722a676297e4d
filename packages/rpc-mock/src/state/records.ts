import type { Members } from '@rpcloom/rpc/internal'

/** A record created by calls, or described by the examples of the documents. */
export interface MockRecord {
  readonly key: string
  /** In JSON form. */
  readonly fields: Members
  /** Whether it is only known from an example. */
  readonly isExample: boolean
  /** Number of lookups of its state. */
  asked: number
}

/** The records of a collection in order of creation. */
export class Collection {
  readonly #records = new Map<string, MockRecord>()
  #isTouched = false

  /** Whether a call has changed the content, which otherwise is that of the examples. */
  get isTouched(): boolean {
    return this.#isTouched
  }

  get(key: string): MockRecord | undefined {
    return this.#records.get(key)
  }

  list(): readonly MockRecord[] {
    return [...this.#records.values()]
  }

  /** Adds a record from an example or a test's settings, or adds members to an existing one. */
  begin(key: string, fields: Members, isExample: boolean): void {
    const known = this.#records.get(key)
    const asked = isExample ? Infinity : 0
    this.#records.set(key, { key, fields: { ...fields, ...known?.fields }, isExample, asked })
    if (!isExample) this.#isTouched = true
  }

  put(key: string, fields: Members): void {
    this.#isTouched = true
    this.#records.delete(key)
    this.#records.set(key, { key, fields, isExample: false, asked: 0 })
  }

  delete(key: string): void {
    this.#isTouched = true
    this.#records.delete(key)
  }
}
