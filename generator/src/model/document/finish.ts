import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isEmptyObject } from '../lookup.ts'
import type { Api, Group, Method, Param, RpcErrorSpec, Subscription } from '../types.ts'
import type { Settle } from '../schema/settle.ts'
import { fitting } from './fitting.ts'
import type { GroupDraft } from './group.ts'
import { fittingLinks } from './links.ts'
import type { MethodDraft } from './method.ts'

/** Completes a group once all types are final. */
export function finishedGroup(
  draft: GroupDraft,
  settled: {
    readonly settle: Settle
    readonly types: Api['types']
    readonly findings: Finding[]
  },
): Omit<Group, 'bundle' | 'shortcuts'> {
  const { settle, types, findings } = settled
  const errors = new Map(draft.errors.map((error) => [error, settledError(error, settle)]))
  const methods = draft.methods.map((method): Method => ({
    ...fitting(finishedMethod(method, settle, types), types, findings),
    errors: method.errors.map((error) => errors.get(error) ?? error),
  }))
  const byName = new Map(methods.map((method) => [method.name, method]))
  const linked = methods.map((method) => ({
    ...method,
    links: fittingLinks(method, byName, { types, findings }),
  }))
  return { ...draft, methods: linked, errors: [...errors.values()] }
}

function finishedMethod(draft: MethodDraft, settle: Settle, types: Api['types']): Method {
  const { result, subscription, ...method } = draft
  const type = result === undefined ? undefined : settle(result.type, result.schema.place)
  return {
    ...method,
    params: method.params.map((param) => settledParam(param, settle)),
    tags: method.tags.map(({ name }) => name),
    ...(result === undefined || type === undefined
      ? {}
      : { result: { ...result, type, empty: isEmptyObject({ types }, type) } }),
    ...(subscription === undefined
      ? {}
      : { subscription: settledSubscription(subscription, settle) }),
  }
}

function settledSubscription(subscription: Subscription, settle: Settle): Subscription {
  const topics = subscription.topics.map((topic) => ({
    ...topic,
    params: topic.params.map((param) => settledParam(param, settle)),
    payload: { ...topic.payload, type: settle(topic.payload.type, topic.payload.schema.place) },
  }))
  return { ...subscription, topics }
}

function settledParam(param: Param, settle: Settle): Param {
  const type = settle(param.type, param.schema.place)
  return type === param.type ? param : { ...param, type }
}

function settledError(error: RpcErrorSpec, settle: Settle): RpcErrorSpec {
  return error.dataType === undefined
    ? error
    : { ...error, dataType: settle(error.dataType, error.place) }
}
