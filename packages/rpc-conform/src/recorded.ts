import type { Contract, ContractFinding, Outcome } from './types.ts'

/** Collects findings about messages that are sent beside the cases, by method and without repetitions. */
export class Recorded {
  readonly #contract: Pick<Contract, 'group' | 'path'>
  readonly #caseName: string
  readonly #methods = new Map<string, Map<string, ContractFinding>>()

  constructor(contract: Pick<Contract, 'group' | 'path'>, caseName: string) {
    this.#contract = contract
    this.#caseName = caseName
  }

  add(method: string, findings: readonly ContractFinding[]): void {
    const found = this.#methods.get(method) ?? new Map<string, ContractFinding>()
    this.#methods.set(method, found)
    for (const finding of findings) found.set(`${finding.code} ${finding.pointer}`, finding)
  }

  /** Returns an outcome for each method. */
  outcomes(): readonly Outcome[] {
    const { group, path } = this.#contract
    return [...this.#methods].map(([method, findings]) => ({
      kind: findings.size > 0 ? 'failed' : 'passed',
      case: {
        group,
        method,
        name: this.#caseName,
        request: { kind: 'call', path, call: { jsonrpc: '2.0', method } },
        expects: { kind: 'silence' },
      },
      findings: [...findings.values()],
      milliseconds: 0,
    }))
  }
}
