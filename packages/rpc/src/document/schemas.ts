import type { OpenRpcDocument } from './types.ts'

/** Returns the schema of a method's result. Without a schema, every result is valid. */
export function resultSchema({ methods }: OpenRpcDocument, method: string): unknown {
  return methods.get(method)?.result?.schema ?? true
}

export function eventSchema({ methods }: OpenRpcDocument, method: string, topic: string): unknown {
  const { topics = [] } = methods.get(method)?.subscription ?? {}
  return topics.find(({ name }) => name === topic)?.payload ?? true
}
