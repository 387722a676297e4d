import type { Dialect, Contract, ContractCase, ContractMethod } from '../types.ts'
import { callCases, messageOf, withOwnId } from './calls.ts'
import { endpointCases } from './endpoint.ts'
import { baseParams, requestParams } from './params.ts'
import { rejectionCases } from './rejections.ts'
import { routeCases } from './routes.ts'
import { subscriptionCases } from './subscriptions.ts'

/** Options that select the cases. */
export interface CaseOptions {
  /** Also calls methods that write. */
  readonly allowWrites?: boolean
  /** Whether the server is public. Administrative methods of a public server are not called. */
  readonly isPublic?: boolean
  /** Names of methods that the server is known to lack. */
  readonly missing?: ReadonlySet<string>
  /** Dialect of the server: `spec` by default. */
  readonly dialect?: Dialect
  /** Skips messages that are not valid JSON-RPC, since they crash some servers. */
  readonly gentle?: boolean
}

/** Returns every case of a document. A case that must not be run has a reason in `skip`. */
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
  // Responses over a connection can arrive late, and only the ID assigns a response to its request.
  return contract.transport === 'ws' ? cases.map(withOwnId) : cases
}

/** Returns every case of one method. */
export function methodCases(
  contract: Contract,
  method: ContractMethod,
  options: CaseOptions = {},
): readonly ContractCase[] {
  const subject = { contract, method }
  const reason = reasonToSkip(contract, method, options)
  const calls = method.subscription ? subscriptionCases(subject) : callCases(subject)
  const withResponse = method.result
    ? [...calls, ...rejectionCases(subject), ...routeCases(contract, method)]
    : []
  const all = [...withResponse, notificationCase(contract, method)]
  const cases = method.subscription ? all.map(withClose) : all
  return reason === undefined ? cases : cases.map((one) => ({ ...one, skip: reason }))
}

/** Marks a case so that its connection is closed afterwards: a call that succeeds may open a subscription. */
function withClose(one: ContractCase): ContractCase {
  const { request } = one
  return request.kind === 'call' ? { ...one, request: { ...request, closeAfter: true } } : one
}

function notificationCase(contract: Contract, method: ContractMethod): ContractCase {
  const base = baseParams(contract, method)
  const params = base.kind === 'params' ? requestParams(method, base.params) : undefined
  return {
    group: contract.group,
    method: method.name,
    name: 'notification',
    request: {
      kind: 'call',
      path: method.path ?? contract.path,
      call: messageOf(method.name, params),
    },
    expects: { kind: 'silence' },
    ...(base.kind === 'impossible' && { skip: base.reason }),
  }
}

/** Returns the reason not to call a method; undefined if the method may be called. */
export function reasonToSkip(
  { transport }: Pick<Contract, 'transport'>,
  method: ContractMethod,
  { allowWrites = false, isPublic = false, missing }: CaseOptions,
): string | undefined {
  if (missing?.has(method.name)) return 'not implemented'
  const isHttp = transport === 'http'
  if (isHttp && method.isSubscription) return 'subscriptions need a WebSocket'
  if (method.reach === 'absent') return `not available over ${isHttp ? 'HTTP' : 'WebSocket'}`
  if (isPublic && method.reach === 'node-local') return 'node-local: not available in public mode'
  if (isPublic && method.requiredSetting !== undefined) {
    return `requires the server setting ${method.requiredSetting}`
  }
  // A subscription method changes only the state of its connection, which is closed after the run.
  if (method.isSubscription && method.effect === 'write') return undefined
  if (method.effect !== 'read' && !allowWrites) {
    return `${method.effect === 'admin' ? 'an admin method' : 'a method that writes'}: needs --allow-writes`
  }
  return undefined
}
