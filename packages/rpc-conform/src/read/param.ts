import type { ContractParam } from '../types.ts'
import { paramName, recordOf } from '@rpcloom/rpc/internal'

/** The content descriptor at an index as a param. */
export function paramOf(said: unknown, index: number): ContractParam {
  const { required, schema } = recordOf(said)
  return { name: paramName(said, index), required: required === true, schema: schema ?? true }
}
