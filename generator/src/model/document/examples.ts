import type { ExamplePairing as ReadPairing } from '@rpcloom/rpc/internal'
import type { Element } from '../../openrpc/elements.ts'
import { defined, stringOf } from '../../json/members.ts'
import type { ExamplePairing } from '../types.ts'

export function exampleOf(
  { json, file, pointer, params, positional, result }: ReadPairing<Element>,
  index: number,
): ExamplePairing {
  return {
    name: stringOf(json, 'name') ?? `Example ${index + 1}`,
    place: { file, pointer },
    params,
    positional,
    ...(result && { result }),
    ...defined({
      summary: stringOf(json, 'summary'),
      description: stringOf(json, 'description'),
    }),
  }
}
