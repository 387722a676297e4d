export { runMcp } from './run.ts'
export type * from './program.ts'
