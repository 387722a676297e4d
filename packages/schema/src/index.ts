export { checkSchema } from './check/check.ts'
export { atPointer, dereference } from './references/pointer.ts'
export { pointerResolver } from './references/resources.ts'
export type { CheckOptions, Resolve, SchemaIssue } from './types.ts'
