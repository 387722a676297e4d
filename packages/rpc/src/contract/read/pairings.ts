import { isRecord, type Json } from '../../json-rpc.ts'
import type { ContractPairing } from '../types.ts'
import { listOf, recordOf, textOf } from './members.ts'

/** The example pairings of a method, with params by name. */
export function pairingsOf(
  method: Readonly<Record<string, unknown>>,
  names: readonly string[],
  deref: (value: unknown) => unknown,
): readonly ContractPairing[] {
  return listOf(method['examples'])
    .map(deref)
    .filter(isRecord)
    .map((pairing, index) => {
      const given = listOf(pairing['params']).map(deref).filter(isRecord)
      const params = given
        .filter((example) => 'value' in example)
        .map((example, at) => [nameOf(example, names, at), example['value'] as Json] as const)
      const result = deref(pairing['result'])
      const value = recordOf(result)['value'] as Json | undefined
      return {
        name: textOf(pairing['name']) ?? `${index + 1}`,
        params: Object.fromEntries(params),
        ...(value !== undefined && { result: { value } }),
      }
    })
}

/** Examples carry names of their own; where they are no param's, the position tells. */
function nameOf(
  example: Readonly<Record<string, unknown>>,
  names: readonly string[],
  at: number,
): string {
  const own = textOf(example['name'])
  return own !== undefined && names.includes(own) ? own : (names[at] ?? own ?? String(at))
}
