export { runMcp, serveTools, type ServedTools } from './run.ts'
export type * from './program.ts'
export * from './tool.ts'
