// Modules shared with @rpcloom/mcp and rpcloom. No compatibility guarantees.
export { callOnce } from './call.ts'
export { completionScript, shells } from './completion-scripts.ts'
export { connect } from './connection.ts'
export { UsageError } from './exit-codes.ts'
export { causeOf, helpOf, listedIndex } from './failure.ts'
export { type Options, optionSpecs } from './options.ts'
export { readSettings } from './settings.ts'
export { isSecret, paramSummary, type TargetMethod, targetMethod } from './target-method.ts'
