import type { Dialect, Contract, ContractCase, ContractFinding } from '../types.ts'
import { truncate } from './format-value.ts'

/** Maximum number of remarks of one kind about a response, since a response may give cause for millions. */
export const MAX_REMARKS = 20

/** A finding before it is assigned to a case. */
export type Remark = Pick<ContractFinding, 'code' | 'pointer' | 'expected' | 'got'> &
  Partial<Pick<ContractFinding, 'severity' | 'method' | 'fault' | 'error'>>

/** Options for judging responses. */
export interface JudgeOptions {
  /** Dialect of the server: `spec` by default. */
  readonly dialect?: Dialect
  /** Methods that the server has implemented in earlier cases, whatever an error says later. */
  readonly answered?: ReadonlySet<string>
}

export interface JudgeContext extends JudgeOptions {
  readonly contract: Contract
}

export function remark(
  code: Remark['code'],
  pointer: string,
  expected: string,
  got: string,
): Remark {
  return { code, pointer, expected, got: truncate(got) }
}

export function findingsOf(
  { group, method, name, expects }: Pick<ContractCase, 'group' | 'method' | 'name' | 'expects'>,
  remarks: readonly Remark[],
): readonly ContractFinding[] {
  const response = expects.kind === 'response' ? expects.response : undefined
  const misuse = response?.kind === 'rejection' ? { misuse: response.misuse } : {}
  return remarks.map((one) => {
    const { severity = 'error' } = one
    const fault = severity === 'error' ? 'server' : 'unclear'
    return { severity, fault, group, method, case: name, ...misuse, ...one }
  })
}
