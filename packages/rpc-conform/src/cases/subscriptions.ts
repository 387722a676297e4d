import type { Json } from '@rpcloom/rpc'
import type { OpenRpcParam, OpenRpcTopic } from '@rpcloom/rpc/internal'
import type { Contract, ContractCase, SubscriptionEnd } from '../types.ts'
import { type CallCase, callCase, reasonToSkipExample, type Subject } from './calls.ts'
import { type ParamValues, requestParams, type ValueResult, valueOf } from './params.ts'

/**
 * Returns the cases of a method's subscriptions. Each case opens and ends a subscription. There is one case
 * per example, and two per topic: with required params only, and with all params. A topic case is omitted if
 * an example opens the same subscription.
 */
export function subscriptionCases(subject: Subject): readonly ContractCase[] {
  const { method } = subject
  if (!method.subscription) return []
  const examples = method.pairings.map(({ name, params }) =>
    caseOf(subject, topicOf(subject, params), {
      name: `example: ${name}`,
      params: requestParams(method, params),
      response: { kind: 'result', method: method.name, mayReject: false },
      skip: reasonToSkipExample(subject, params),
    }),
  )
  const known = new Set(examples.filter(({ skip }) => skip === undefined).map(paramsText))
  const generated = method.subscription.topics.flatMap((topic) => [
    generatedCase(subject, topic, false),
    ...(topic.params.every(({ required }) => required)
      ? []
      : [generatedCase(subject, topic, true)]),
  ])
  return [...examples, ...generated.filter((one) => !known.has(paramsText(one)))]
}

function paramsText({ request }: ContractCase): string {
  return request.kind === 'subscription' ? JSON.stringify(request.call.params) : ''
}

function topicOf({ method }: Subject, params: ParamValues): OpenRpcTopic | undefined {
  const { single, topics = [] } = method.subscription ?? {}
  if (single) return topics[0]
  const wanted = params[method.params[0]?.name ?? '']
  return topics.find(({ name }) => name === wanted)
}

function caseOf(subject: Subject, topic: OpenRpcTopic | undefined, call: CallCase): ContractCase {
  const one = callCase(subject, call)
  const { request, expects } = one
  const { subscription } = subject.method
  if (request.kind !== 'call' || expects.kind !== 'response') return one
  if (subscription?.unsubscribe === undefined) return one
  const end = endOf(subject.contract, subscription.unsubscribe)
  return {
    ...one,
    request: { kind: 'subscription', path: request.path, call: request.call, end },
    expects: {
      kind: 'events',
      id: expects.id ?? '',
      response: call.response,
      subscription,
      end: end.method,
      payload: topic?.payload ?? true,
    },
  }
}

function endOf({ methods }: Contract, method: string): SubscriptionEnd {
  const { structure, params: [first] = [] } = methods.find(({ name }) => name === method) ?? {}
  return { method, ...(structure === 'by-name' && first && { param: first.name }) }
}

function generatedCase(subject: Subject, topic: OpenRpcTopic, isFull: boolean): ContractCase {
  const isIncluded = ({ required }: OpenRpcParam): boolean => isFull || required
  const values = topic.params
    .slice(0, topic.params.findLastIndex(isIncluded) + 1)
    .map((param, index) =>
      isIncluded(param) ? valueFor(subject, topic, { param, index }) : undefined,
    )
  const impossible = values.find((value) => value?.kind === 'impossible')
  const sent = values.map((value) => (value?.kind === 'value' ? value.value : null))
  return caseOf(subject, topic, {
    name: `${topic.name}, ${isFull ? 'all params' : 'required params only'}`,
    params: topicParams(subject, topic, sent),
    response: {
      kind: 'result',
      method: subject.method.name,
      mayReject: values.some((value) => value?.kind === 'value' && value.isGenerated),
    },
    skip: impossible?.reason,
  })
}

function valueFor(
  subject: Subject,
  topic: OpenRpcTopic,
  { param, index }: { readonly param: OpenRpcParam; readonly index: number },
): ValueResult {
  const { contract, method } = subject
  const position = method.subscription?.single ? index : index + 1
  const name = method.params[position]?.name ?? param.name
  const known = method.pairings
    .filter(({ params }) => topicOf(subject, params) === topic)
    .map(({ params }) => params[name])
  return valueOf(contract, param, { known, seed: `${method.name}/${topic.name}/${param.name}` })
}

function topicParams({ method }: Subject, topic: OpenRpcTopic, values: readonly Json[]): Json {
  const isSingle = method.subscription?.single === true
  if (method.structure !== 'by-name') return isSingle ? values : [topic.name, ...values]
  const named = values.map((value, index) => [topic.params[index]?.name ?? '', value] as const)
  if (isSingle) return Object.fromEntries(named)
  return { [method.params[0]?.name ?? 'topic']: topic.name, ...Object.fromEntries(named) }
}
