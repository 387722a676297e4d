export { checkSchema } from './check.ts'
export { atPointer } from './pointer.ts'
export { pointerResolver } from './resources.ts'
export type { CheckOptions, SchemaIssue } from './types.ts'
