import type { Dialect, Contract, ContractCase, ContractFinding } from '../types.ts'

/** A finding before it is assigned to a case. */
export type Remark = Pick<ContractFinding, 'code' | 'pointer' | 'expected' | 'got'> &
  Partial<Pick<ContractFinding, 'severity' | 'method' | 'fault' | 'error'>>

/** Options for context responses. */
export interface JudgeOptions {
  /** `spec` by default. */
  readonly dialect?: Dialect
}

/** The information for context a response, in addition to the response itself. */
export interface JudgeContext {
  readonly contract: Contract
  readonly options: JudgeOptions
}

/** Converts remarks to findings of a case. */
export function findingsOf(
  { group, method, name, expects }: Pick<ContractCase, 'group' | 'method' | 'name' | 'expects'>,
  remarks: readonly Remark[],
): readonly ContractFinding[] {
  const want = expects.kind === 'response' ? expects.want : undefined
  const misuse = want?.kind === 'rejection' ? { misuse: want.why } : {}
  return remarks.map((remark) => {
    const { severity = 'error' } = remark
    const fault = severity === 'error' ? 'server' : 'unclear'
    return { severity, fault, group, method, case: name, ...misuse, ...remark }
  })
}
