import type { MetricFamily } from '@rpcloom/rpc/metrics'

/** Counts by one label. */
export class Counts<Label extends string> {
  readonly #counts: Map<Label, number>

  constructor(labels: readonly Label[]) {
    this.#counts = new Map(labels.map((label) => [label, 0]))
  }

  add(label: Label): void {
    this.#counts.set(label, this.of(label) + 1)
  }

  of(label: Label): number {
    return this.#counts.get(label) ?? 0
  }

  values(name: string): MetricFamily['values'] {
    return [...this.#counts].map(([label, count]) => [{ [name]: label }, count])
  }
}
