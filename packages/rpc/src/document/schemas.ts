import type { OpenRpcDocument } from './types.ts'

/** Returns the schema of a method's result. If there is none, any result is valid. */
export function resultSchema({ methods }: OpenRpcDocument, method: string): unknown {
  return methods.get(method)?.result?.schema ?? true
}

/** Returns the schema of the events of a topic. */
export function eventSchema({ methods }: OpenRpcDocument, method: string, topic: string): unknown {
  const { topics = [] } = methods.get(method)?.subscription ?? {}
  return topics.find(({ name }) => name === topic)?.payload ?? true
}
