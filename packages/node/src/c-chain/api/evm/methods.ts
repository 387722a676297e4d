import { callMethods } from './calls.ts'
import { traceMethods } from './debug-traces.ts'
import { fileTraceMethods } from './debug/file-traces.ts'
import { modifiedAccountsMethods } from './debug/modified-accounts.ts'
import { stateDumpMethods } from './debug/state-dump.ts'
import type { Execution } from './execution.ts'
import { simulationMethods } from './simulate/simulate.ts'

type AnyMethod = (execution: Execution, params: never) => Promise<unknown>

/** The methods that a worker can run, by name. */
export const executionMethods: Readonly<Record<string, AnyMethod | undefined>> = {
  ...callMethods,
  ...simulationMethods,
  ...traceMethods,
  ...fileTraceMethods,
  ...stateDumpMethods,
  ...modifiedAccountsMethods,
}
