import type { ContractParam } from '../types.ts'
import { recordOf, textOf } from '../../untrusted.ts'

/** The content descriptor at an index as a param. */
export function paramOf(said: unknown, index: number): ContractParam {
  const json = recordOf(said)
  const required = json['required'] === true
  const name = textOf(json['name']) ?? `param${index + 1}`
  return { name, required, schema: json['schema'] ?? true }
}

/** Whether a param has a name to send it by. */
export function isNamed(said: unknown): boolean {
  return textOf(recordOf(said)['name']) !== undefined
}
