export * from './json-rpc.ts'
export * from './errors.ts'
