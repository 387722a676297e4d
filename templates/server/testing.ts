import type { Api } from 'rpcloom/model'
import { documentsText, type SourceOutput } from 'rpcloom/codegen'

const runtime = '@rpcloom/conform'

/** Prints the entry for tests, which derives test cases for any server from the documents. */
export function testingModule(api: Api): SourceOutput {
  return {
    kind: 'typescript',
    path: 'src/testing.ts',
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: [
      { from: runtime, name: 'contractsOf', type: false },
      { from: runtime, name: 'Contract', type: true },
      { from: './index.ts', name: 'groups', type: false },
    ],
    statements: [
      `export { contractCases, errorsIn, fetchSend, runCase, runContract } from '${runtime}'`,
      `export type { CaseOptions, Contract, ContractCase, ContractFinding, Exchange, Outcome, Send } from '${runtime}'`,
      `/** Returns the contract of each group: the requirements of its document for a server. */
export function contracts(): Promise<readonly Contract[]> {
  return contractsOf(groups)
}`,
    ],
  }
}
