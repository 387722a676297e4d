export { load, type LoadOptions, type LoadResult } from './load.ts'
export type { InputFile, Loaded, Position, Resolved } from '../openrpc/loaded.ts'
