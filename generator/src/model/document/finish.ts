import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isEmptyObject } from '../lookup.ts'
import { everyMethod } from '../sides.ts'
import type { Api, Group, Method, Param, RpcErrorSpec, Subscription } from '../types.ts'
import type { CompleteType } from '../schema/complete-types.ts'
import { fitting } from './fitting.ts'
import type { GroupDraft } from './group.ts'
import { fittingLinks } from './links.ts'
import type { MethodDraft } from './method.ts'

/** Completes a group once all types are final. */
export function finishedGroup(
  draft: GroupDraft,
  model: {
    readonly completeType: CompleteType
    readonly types: Api['types']
    readonly findings: Finding[]
  },
): Omit<Group, 'bundle' | 'shortcuts'> {
  const { completeType, types, findings } = model
  const errors = new Map(draft.errors.map((error) => [error, completedError(error, completeType)]))
  const finished = new Map(
    everyMethod(draft).map((method): readonly [MethodDraft, Method] => [
      method,
      {
        ...fitting(finishedMethod(method, completeType, types), types, findings),
        errors: method.errors.map((error) => errors.get(error) ?? error),
      },
    ]),
  )
  const side = (drafts: readonly MethodDraft[]): readonly Method[] =>
    drafts.flatMap((method) => finished.get(method) ?? [])
  const byName = new Map(
    [...side(draft.clientMethods), ...side(draft.methods)].map((method) => [method.name, method]),
  )
  for (const [method, complete] of finished) {
    const links = fittingLinks(complete, byName, { types, findings })
    finished.set(method, { ...complete, links })
  }
  return {
    ...draft,
    methods: side(draft.methods),
    clientMethods: side(draft.clientMethods),
    errors: [...errors.values()],
  }
}

function finishedMethod(
  draft: MethodDraft,
  completeType: CompleteType,
  types: Api['types'],
): Method {
  const { result, subscription, ...method } = draft
  const type = result === undefined ? undefined : completeType(result.type, result.schema.place)
  return {
    ...method,
    params: method.params.map((param) => completedParam(param, completeType)),
    tags: method.tags.map(({ name }) => name),
    ...(result === undefined || type === undefined
      ? {}
      : {
          result: {
            ...result,
            type,
            empty: isEmptyObject({ types }, type),
            ...(result.cases && {
              cases: result.cases.map((one) => ({
                ...one,
                type: completeType(one.type, result.schema.place),
              })),
            }),
          },
        }),
    ...(subscription === undefined
      ? {}
      : { subscription: completedSubscription(subscription, completeType) }),
  }
}

function completedSubscription(
  subscription: Subscription,
  completeType: CompleteType,
): Subscription {
  const topics = subscription.topics.map((topic) => ({
    ...topic,
    params: topic.params.map((param) => completedParam(param, completeType)),
    payload: {
      ...topic.payload,
      type: completeType(topic.payload.type, topic.payload.schema.place),
    },
  }))
  return { ...subscription, topics }
}

function completedParam(param: Param, completeType: CompleteType): Param {
  const type = completeType(param.type, param.schema.place)
  return type === param.type ? param : { ...param, type }
}

function completedError(error: RpcErrorSpec, completeType: CompleteType): RpcErrorSpec {
  return error.dataType === undefined
    ? error
    : { ...error, dataType: completeType(error.dataType, error.place) }
}
