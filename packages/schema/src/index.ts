export { checkSchema } from './check/check.ts'
export { atPointer } from './references/pointer.ts'
export { pointerResolver } from './references/resources.ts'
export type { CheckOptions, SchemaIssue } from './types.ts'
