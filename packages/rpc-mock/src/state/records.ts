import type { Members } from '../described.ts'

/** Something that calls created, or that the examples of the documents speak of. */
export interface MockRecord {
  readonly key: string
  /** As on the wire. */
  readonly fields: Members
  /** Whether it is only known from an example. */
  readonly isExample: boolean
  /** How often its state was asked for. */
  asked: number
}

/** The records of one name, in the order in which they came. */
export class Collection {
  readonly #records = new Map<string, MockRecord>()
  #isTouched = false

  /** Whether a call has changed it: until then the examples say what it holds. */
  get isTouched(): boolean {
    return this.#isTouched
  }

  get(key: string): MockRecord | undefined {
    return this.#records.get(key)
  }

  list(): readonly MockRecord[] {
    return [...this.#records.values()]
  }

  /** Notes what an example or a test's setting speaks of; what is known already gets further fields. */
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
