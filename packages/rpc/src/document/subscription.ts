import { type DocumentElement, type Elements, textOf, textsOf } from './elements.ts'
import { paramsOf } from './params.ts'
import type { ResumeDescriptor } from '../descriptor.ts'
import { isRecord } from '../json-rpc.ts'
import type { OpenRpcParam, OpenRpcSubscription } from './types.ts'

/** Reads `x-subscription` of a method. */
export function subscriptionOf<One extends DocumentElement>(
  method: One,
  params: readonly OpenRpcParam<One>[],
  elements: Elements<One>,
): OpenRpcSubscription<One> | undefined {
  const declared = elements.member(method, 'x-subscription')
  if (declared === undefined) return undefined
  const { inferred, single } = declared.json
  const { notification, unsubscribe } = textsOf(declared.json, ['notification', 'unsubscribe'])
  if (notification === undefined || unsubscribe === undefined) return undefined
  const topics = elements.list(declared, 'kinds').flatMap((topic) => {
    const topicName = textOf(topic.json['name'])
    if (topicName === undefined) return []
    const { payload = true } = topic.json
    const given = single === true ? params : paramsOf(topic, elements)
    const resume = resumeOf(topic.json['resume'])
    return [{ ...topic, name: topicName, params: given, payload, ...(resume && { resume }) }]
  })
  // Without a topic, nobody could subscribe. Requests name no topic if there is a single one.
  if (topics.length === 0 || (single === true && topics.length > 1)) return undefined
  return {
    notification,
    unsubscribe,
    topics,
    ...(single === true && { single }),
    ...(inferred === true && { inferred }),
    ...textsOf(declared.json, ['idParam', 'payloadParam']),
  }
}

/** Reads `resume` of a topic. */
function resumeOf(declared: unknown): ResumeDescriptor | undefined {
  const { param } = textsOf(declared, ['param'])
  const event = isRecord(declared) ? declared['event'] : undefined
  if (param === undefined) return undefined
  if (isPointer(event)) return { param, event }
  if (!isRecord(event)) return undefined
  const pointers = Object.entries(event).filter((entry): entry is [string, string] =>
    isPointer(entry[1]),
  )
  const isSound = pointers.length > 0 && pointers.length === Object.keys(event).length
  return isSound ? { param, event: Object.fromEntries(pointers) } : undefined
}

function isPointer(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value)
}
