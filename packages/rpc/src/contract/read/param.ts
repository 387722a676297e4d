import type { ContractParam } from '../types.ts'
import { recordOf, textOf } from '../../untrusted.ts'

/** A content descriptor as a param. */
export function paramOf(said: unknown): ContractParam {
  const json = recordOf(said)
  const required = json['required'] === true
  return { name: textOf(json['name']) ?? '', required, schema: json['schema'] ?? true }
}
