import type { Members } from '@rpcloom/rpc/internal'

/** A record that a call created, or that the examples of the documents describe. */
export interface MockRecord {
  readonly key: string
  /** Members of the record, in JSON form. */
  readonly fields: Members
  /** Whether the record was created only from examples, not by a call or the settings. */
  readonly isExample: boolean
  /** Number of times that the record's state was looked up. */
  lookups: number
}

/** The records of a collection, in the order of creation. */
export class Collection {
  readonly #records = new Map<string, MockRecord>()
  #isChanged = false

  /** Whether a call has changed the collection, so that the examples no longer describe it. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  get(key: string): MockRecord | undefined {
    return this.#records.get(key)
  }

  list(): readonly MockRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Adds an initial record from an example or from the settings. If the record already exists, adds the
   * members to it.
   */
  addInitial(key: string, fields: Members, isExample: boolean): void {
    const known = this.#records.get(key)
    // An example describes the last state of a record, so further lookups must not advance the state.
    const lookups = isExample ? Infinity : 0
    this.#records.set(key, { key, fields: { ...fields, ...known?.fields }, isExample, lookups })
    if (!isExample) this.#isChanged = true
  }

  put(key: string, fields: Members): void {
    this.delete(key)
    this.#records.set(key, { key, fields, isExample: false, lookups: 0 })
  }

  delete(key: string): void {
    this.#isChanged = true
    this.#records.delete(key)
  }
}
