import type { Members } from '@rpcloom/rpc/internal'

/** A record that a call created, or that the examples of the documents describe. */
export interface MockRecord {
  readonly key: string
  /** Members of the record, in JSON form. */
  readonly fields: Members
  /** Whether the record is only known from an example. */
  readonly isExample: boolean
  /** Number of times that its state was looked up. */
  asked: number
}

/** The records of a collection, in the order of creation. */
export class Collection {
  readonly #records = new Map<string, MockRecord>()
  #isTouched = false

  /** Whether a call has changed the collection, so that the examples no longer describe it. */
  get isTouched(): boolean {
    return this.#isTouched
  }

  get(key: string): MockRecord | undefined {
    return this.#records.get(key)
  }

  list(): readonly MockRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Adds an initial record, from an example or from settings. If the record exists, the members are added to
   * it.
   */
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
