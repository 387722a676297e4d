import type { Conduct, Contract, ContractCase, ContractMethod } from '../types.ts'
import { callCases, messageOf } from './calls.ts'
import { endpointCases } from './endpoint.ts'
import { baseParams, wireParams } from './params.ts'
import { refusalCases } from './refusals.ts'
import { routeCases } from './routes.ts'

/** Which cases are run. */
export interface CaseOptions {
  /** Methods that write are called as well. */
  readonly allowWrites?: boolean
  /** The server is a public one: what is for the node's operator is not asked for. */
  readonly isPublic?: boolean
  /** Wire names of methods that the server is known not to have. */
  readonly missing?: ReadonlySet<string>
  /** `spec` unless given. */
  readonly conduct?: Conduct
}

/** Every case of a document; those that are not to be run say why. */
export function contractCases(
  contract: Contract,
  options: CaseOptions = {},
): readonly ContractCase[] {
  const callable = contract.methods.filter(
    (method) => method.result && reasonToSkip(method, options) === undefined,
  )
  const reads = callable.filter(({ effect, path }) => effect === 'read' && path === undefined)
  const isOffered = contract.methods.some((method) => reasonToSkip(method, options) === undefined)
  return [
    ...contract.methods.flatMap((method) => methodCases(contract, method, options)),
    ...(isOffered ? endpointCases(contract, reads, options.conduct ?? 'spec') : []),
  ]
}

/** Every case of one method. */
export function methodCases(
  contract: Contract,
  method: ContractMethod,
  options: CaseOptions = {},
): readonly ContractCase[] {
  const subject = { contract, method }
  const reason = reasonToSkip(method, options)
  const asked = method.result
    ? [...callCases(subject), ...refusalCases(subject), ...routeCases(contract, method)]
    : []
  const cases = [...asked, notification(contract, method)]
  return reason === undefined ? cases : cases.map((one) => ({ ...one, skip: reason }))
}

function notification(contract: Contract, method: ContractMethod): ContractCase {
  const base = baseParams(contract, method)
  const params = base.kind === 'params' ? wireParams(method, base.params) : undefined
  return {
    group: contract.group,
    method: method.wire,
    name: 'notification',
    request: {
      kind: 'call',
      path: method.path ?? contract.path,
      call: messageOf(method.wire, params),
    },
    expects: { kind: 'silence' },
    ...(base.kind === 'impossible' && { skip: base.reason }),
  }
}

/** Why a method is not called; undefined where it is. */
export function reasonToSkip(
  method: ContractMethod,
  { allowWrites = false, isPublic = false, missing }: CaseOptions,
): string | undefined {
  if (missing?.has(method.wire)) return 'not implemented'
  if (method.isSubscription) return 'subscriptions are not carried by HTTP'
  if (method.reach === 'absent') return 'HTTP does not carry it'
  if (isPublic && method.reach === 'node-local') return 'node-local: not offered in public'
  if (isPublic && method.offUnless !== undefined) {
    return `off unless the setting ${method.offUnless} is on`
  }
  if (method.effect !== 'read' && !allowWrites) {
    return `it ${method.effect === 'admin' ? 'administers' : 'writes'}: allowed by --allow-writes`
  }
  return undefined
}
