import type { Dialect, Contract, ContractCase, ContractMethod } from '../types.ts'
import { callCases, messageOf, withOwnId } from './calls.ts'
import { endpointCases } from './endpoint.ts'
import { baseParams, wireParams } from './params.ts'
import { refusalCases } from './refusals.ts'
import { routeCases } from './routes.ts'
import { subscriptionCases } from './subscriptions.ts'

/** Which cases are run. */
export interface CaseOptions {
  /** Methods that write are called as well. */
  readonly allowWrites?: boolean
  /** The server is a public one: what is for the node's operator is not asked for. */
  readonly isPublic?: boolean
  /** Wire names of methods that the server is known not to have. */
  readonly missing?: ReadonlySet<string>
  /** `spec` unless given. */
  readonly dialect?: Dialect
  /** Leaves out requests that are known to have ended servers: text that is no JSON-RPC. */
  readonly gentle?: boolean
}

/** Every case of a document; those that are not to be run say why. */
export function contractCases(
  contract: Contract,
  options: CaseOptions = {},
): readonly ContractCase[] {
  const offered = contract.methods.filter(
    (method) => reasonToSkip(contract, method, options) === undefined,
  )
  const reads = offered.filter(
    ({ result, effect, path, isSubscription }) =>
      result !== undefined && effect === 'read' && path === undefined && !isSubscription,
  )
  const cases = [
    ...contract.methods.flatMap((method) => methodCases(contract, method, options)),
    ...(offered.length > 0 ? endpointCases(contract, reads, options) : []),
  ]
  // Over a connection an answer is known by its id alone, also one that comes late.
  return contract.transport === 'ws' ? cases.map(withOwnId) : cases
}

/** Every case of one method. */
export function methodCases(
  contract: Contract,
  method: ContractMethod,
  options: CaseOptions = {},
): readonly ContractCase[] {
  const subject = { contract, method }
  const reason = reasonToSkip(contract, method, options)
  const calls = method.subscription ? subscriptionCases(subject) : callCases(subject)
  const asked = method.result
    ? [...calls, ...refusalCases(subject), ...routeCases(contract, method)]
    : []
  const all = [...asked, notification(contract, method)]
  const cases = method.subscription ? all.map(asLast) : all
  return reason === undefined ? cases : cases.map((one) => ({ ...one, skip: reason }))
}

/** Whatever succeeds may have opened a subscription. */
function asLast(one: ContractCase): ContractCase {
  const { request } = one
  return request.kind === 'call' ? { ...one, request: { ...request, isLast: true } } : one
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
  { transport }: Pick<Contract, 'transport'>,
  method: ContractMethod,
  { allowWrites = false, isPublic = false, missing }: CaseOptions,
): string | undefined {
  if (missing?.has(method.wire)) return 'not implemented'
  const isHttp = transport === 'http'
  if (isHttp && method.isSubscription) return 'subscriptions are not carried by HTTP'
  if (method.reach === 'absent') return `${isHttp ? 'HTTP' : 'WebSocket'} does not carry it`
  if (isPublic && method.reach === 'node-local') return 'node-local: not offered in public'
  if (isPublic && method.offUnless !== undefined) {
    return `off unless the setting ${method.offUnless} is on`
  }
  // What it changes is the connection, and that ends with the run.
  if (method.isSubscription && method.effect === 'write') return undefined
  if (method.effect !== 'read' && !allowWrites) {
    return `it ${method.effect === 'admin' ? 'administers' : 'writes'}: allowed by --allow-writes`
  }
  return undefined
}
