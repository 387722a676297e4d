import { isRecord } from '@rpcloom/rpc'
import { atPointer } from '@rpcloom/rpc/schema'
import { isLong, secretPointers } from '../secrets.ts'
import type { CaseRequest, Contract } from '../types.ts'
import type { Remark } from './remark.ts'

/** Returns the secrets of a request that its error response contains. */
export function exposedSecrets(
  contract: Contract,
  request: CaseRequest,
  answer: unknown,
): readonly Remark[] {
  if (request.kind !== 'call' || !isRecord(answer) || !isRecord(answer['error'])) return []
  const errorText = JSON.stringify(answer['error'], (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
  return secretsOf(contract, request).flatMap(({ name, text }) =>
    errorText.includes(JSON.stringify(text).slice(1, -1))
      ? [
          {
            code: 'secret' as const,
            pointer: '/error',
            expected: `an error without the value of ${name}`,
            got: 'the secret value',
          },
        ]
      : [],
  )
}

function secretsOf(
  contract: Contract,
  { call }: Extract<CaseRequest, { kind: 'call' }>,
): readonly { readonly name: string; readonly text: string }[] {
  const method = contract.methods.find(({ name }) => name === call.method)
  const { params } = call
  return (method?.params ?? []).flatMap(({ name, schema }, index) => {
    const value: unknown = Array.isArray(params)
      ? params[index]
      : isRecord(params)
        ? params[name]
        : undefined
    const holder = { [name]: value }
    const wrapped = { properties: { [name]: schema } }
    return secretPointers(wrapped, holder, contract.resolve).flatMap((pointer) => {
      const text = atPointer(holder, pointer)
      return typeof text === 'string' && isLong(text) ? [{ name, text }] : []
    })
  })
}
