import { isRecord, type JsonObject } from './json-rpc.ts'
import { dereference } from './schema/pointer.ts'
import { pointerResolver } from './schema/resources.ts'
import type { Resolve } from './schema/types.ts'
import { listOf, recordOf } from './untrusted.ts'

/** The part of a content descriptor that validation uses. */
export interface Descriptor {
  readonly name: string
  readonly required: boolean
  readonly schema: unknown
}

/** Reads an OpenRPC document at run time: the only place that knows its structure. */
export class DocumentReader {
  readonly document: JsonObject
  readonly resolve: Resolve
  readonly #methods: ReadonlyMap<unknown, Readonly<Record<string, unknown>>>
  /** Cached by method. */
  readonly #params = new Map<string, readonly Descriptor[]>()

  constructor(document: JsonObject) {
    this.document = document
    this.resolve = pointerResolver(document)
    const methods = listOf(document['methods']).map((one) => recordOf(this.#target(one)))
    // The first of several methods with the same name counts.
    this.#methods = new Map(methods.toReversed().map((method) => [method['name'], method]))
  }

  #target(value: unknown): unknown {
    return dereference(value, this.resolve)
  }

  /**
   * Params of a method, or of a subscription topic: the param for the topic, if any, followed by those of the
   * topic.
   */
  params(method: string, topic?: string): readonly Descriptor[] {
    const own = this.#params.get(method) ?? this.#descriptors(this.#methods.get(method)?.['params'])
    this.#params.set(method, own)
    if (topic === undefined || this.#subscription(method)['single'] === true) return own
    return [...own.slice(0, 1), ...this.#descriptors(this.#topic(method, topic)['params'])]
  }

  /** The schema of a method's result; anything is valid without one. */
  result(method: string): unknown {
    const descriptor = recordOf(this.#target(this.#methods.get(method)?.['result']))
    return descriptor['schema'] ?? true
  }

  /** The schema of the events of a topic. */
  payload(method: string, topic: string): unknown {
    return this.#topic(method, topic)['payload'] ?? true
  }

  #subscription(method: string): Readonly<Record<string, unknown>> {
    return recordOf(this.#methods.get(method)?.['x-subscription'])
  }

  #topic(method: string, topic: string): Readonly<Record<string, unknown>> {
    const { kinds } = this.#subscription(method)
    return recordOf(listOf(kinds).find((one) => recordOf(one)['name'] === topic))
  }

  #descriptors(params: unknown): readonly Descriptor[] {
    return listOf(params).flatMap((entry) => {
      const descriptor = this.#target(entry)
      if (!isRecord(descriptor) || typeof descriptor['name'] !== 'string') return []
      const { name, required, schema = true } = descriptor
      return [{ name, required: required === true, schema }]
    })
  }
}
