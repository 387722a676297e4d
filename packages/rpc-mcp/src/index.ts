export { type ProgramOptions, programServer } from './program-server.ts'
export { runMcp } from './run.ts'
export type { McpServer } from './server.ts'
export type * from './program.ts'
