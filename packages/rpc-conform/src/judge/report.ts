import type { Dialect, Contract, ContractCase, ContractFinding } from '../types.ts'

/** What was found, before it is said in which case. */
export type Remark = Pick<ContractFinding, 'code' | 'pointer' | 'expected' | 'got'> &
  Partial<Pick<ContractFinding, 'severity' | 'method' | 'fault'>>

/** How strictly answers are judged. */
export interface JudgeOptions {
  /** `spec` unless given. */
  readonly dialect?: Dialect
}

/** What a judgement needs beside the answer. */
export interface Judging {
  readonly contract: Contract
  readonly options: JudgeOptions
}

/** Remarks as findings of a case. */
export function findingsOf(
  { group, method, name }: Pick<ContractCase, 'group' | 'method' | 'name'>,
  remarks: readonly Remark[],
): readonly ContractFinding[] {
  return remarks.map((remark) => {
    const { severity = 'error' } = remark
    const fault = severity === 'error' ? 'server' : 'unclear'
    return { severity, fault, group, method, case: name, ...remark }
  })
}
