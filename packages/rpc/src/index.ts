export * from './json-rpc.ts'
export * from './errors.ts'
export { stringify } from '@rpcloom/schema/json'
