export { runCli } from './run.ts'
export type * from './program.ts'
