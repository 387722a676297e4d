export { load } from './load.ts'
export type { LoadOptions, LoadResult } from './options.ts'
export type { InputFile, Loaded, LoadedFormats, Position, Resolved } from '../openrpc/loaded.ts'
