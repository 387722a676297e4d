import type { Json } from '@rpcloom/rpc'
import type { OpenRpcParam, OpenRpcTopic } from '@rpcloom/rpc/internal'
import type { Contract, ContractCase, SubscriptionEnd, ExpectedResponse } from '../types.ts'
import { callCase, type Subject } from './calls.ts'
import { type ValueResult, paramsIssue, type ParamValues, requestParams, valueOf } from './params.ts'

/**
 * Returns the cases of a method's subscriptions, each from start to end: one for each example, and for each
 * topic one with required params only and one with all params. A subscription that an example opens is not
 * repeated.
 */
export function subscriptionCases(subject: Subject): readonly ContractCase[] {
  const { subscription } = subject.method
  if (!subscription) return []
  const examples = subject.method.pairings.flatMap((pairing) => {
    const topic = topicIn(subject, pairing.params)
    const issue = paramsIssue(subject.contract, subject.method, pairing.params)
    const skip =
      issue === undefined ? undefined : `the example is not valid against the schema: ${issue}`
    const params = requestParams(subject.method, pairing.params)
    const want = wantOf(subject, false)
    return caseOf(subject, { name: `example: ${pairing.name}`, topic, params, want, skip })
  })
  const known = new Set(examples.filter(({ skip }) => skip === undefined).map(paramsText))
  const made = subscription.topics.flatMap((topic) => [
    generatedCase(subject, topic, false),
    ...(topic.params.every(({ required }) => required) ? [] : [generatedCase(subject, topic, true)]),
  ])
  return [...examples, ...made.filter((one) => !known.has(paramsText(one)))]
}

function paramsText({ request }: ContractCase): string {
  return request.kind === 'subscription' ? JSON.stringify(request.call.params) : ''
}

function wantOf({ method }: Subject, mayReject: boolean): ExpectedResponse {
  return { kind: 'result', method: method.name, mayReject }
}

function topicIn(
  { method }: Pick<Subject, 'method'>,
  params: ParamValues,
): OpenRpcTopic | undefined {
  if (method.subscription?.single) return method.subscription.topics[0]
  const named = params[method.params[0]?.name ?? '']
  return method.subscription?.topics.find(({ name }) => name === named)
}

interface Parts {
  readonly name: string
  readonly topic: OpenRpcTopic | undefined
  readonly params: Json | undefined
  readonly want: ExpectedResponse
  readonly skip?: string | undefined
}

function caseOf(subject: Subject, { name, topic, params, want, skip }: Parts): ContractCase {
  const plain = callCase(subject, { name, params, want })
  const { request, expects } = plain
  const subscription = subject.method.subscription
  if (request.kind !== 'call' || expects.kind !== 'response') return plain
  if (subscription?.unsubscribe === undefined) return plain
  const { path, call } = request
  const end = endOf(subject.contract, subscription.unsubscribe)
  return {
    ...plain,
    request: { kind: 'subscription', path, call, end },
    expects: {
      kind: 'events',
      id: expects.id ?? '',
      want,
      subscription,
      end: end.method,
      payload: topic?.payload ?? true,
    },
    ...(skip !== undefined && { skip }),
  }
}

function endOf({ methods }: Contract, method: string): SubscriptionEnd {
  const { structure, params: [first] = [] } = methods.find(({ name }) => name === method) ?? {}
  return { method, ...(structure === 'by-name' && first && { param: first.name }) }
}

function generatedCase(subject: Subject, topic: OpenRpcTopic, isFull: boolean): ContractCase {
  const wanted = topic.params.map((param) => (isFull || param.required ? param : undefined))
  const last = wanted.findLastIndex((param) => param !== undefined)
  const values = wanted
    .slice(0, last + 1)
    .map((param, index) => (param ? valueFor(subject, topic, { param, index }) : undefined))
  const impossible = values.find((value) => value?.kind === 'impossible')
  return caseOf(subject, {
    name: `${topic.name}, ${isFull ? 'all params' : 'required params only'}`,
    topic,
    params: topicParams(
      subject,
      topic,
      values.map((value) => (value?.kind === 'value' ? value.value : null)),
    ),
    want: wantOf(
      subject,
      values.some((value) => value?.kind === 'impossible' || value?.isGenerated === true),
    ),
    skip: impossible?.kind === 'impossible' ? impossible.reason : undefined,
  })
}

/** Returns the value of a param from an example, or else a generated one. */
function valueFor(
  { contract, method }: Subject,
  topic: OpenRpcTopic,
  { param, index }: { readonly param: OpenRpcParam; readonly index: number },
): ValueResult {
  const place = method.params[method.subscription?.single ? index : index + 1]?.name ?? param.name
  const known = method.pairings
    .filter(({ params }) => topicIn({ method }, params) === topic)
    .map(({ params }) => params[place])
  return valueOf(contract, param, { known, seed: `${method.name}/${topic.name}/${param.name}` })
}

function topicParams({ method }: Subject, topic: OpenRpcTopic, values: readonly Json[]): Json {
  const isSingle = method.subscription?.single === true
  if (method.structure !== 'by-name') return isSingle ? values : [topic.name, ...values]
  const named = values.map((value, index) => [topic.params[index]?.name ?? '', value] as const)
  if (isSingle) return Object.fromEntries(named)
  return { [method.params[0]?.name ?? 'topic']: topic.name, ...Object.fromEntries(named) }
}
