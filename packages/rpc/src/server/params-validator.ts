import { compilerOf } from '@rpcloom/schema/internal'
import { paramsCheck, type ParamsCheck, wholeCheck } from '../document/params-check.ts'
import type { OpenRpcDocument, OpenRpcParam } from '../document/types.ts'
import { loadDocument } from './document.ts'
import type { ServerGroup } from './types.ts'

/** Validates the params of a method, or of a topic of a subscription, against the document of its group. */
export class ParamsValidator {
  readonly #group: ServerGroup
  readonly #method: string
  readonly #topic: string | undefined
  #check: ParamsCheck | undefined

  constructor(group: ServerGroup, method: string, topic?: string) {
    this.#group = group
    this.#method = method
    this.#topic = topic
  }

  /** Returns the check of the params. Returns a promise only if the document has yet to be loaded. */
  check(): ParamsCheck | Promise<ParamsCheck> {
    if (this.#check) return this.#check
    const document = loadDocument(this.#group)
    return document instanceof Promise
      ? document.then((loaded) => this.#compiled(loaded))
      : this.#compiled(document)
  }

  /** Compiles the schemas of the params, and those that they lead to, once the document is loaded. */
  async compile(): Promise<void> {
    await this.check()
    compilerOf((await loadDocument(this.#group)).resolve).compileAll()
  }

  #compiled(document: OpenRpcDocument): ParamsCheck {
    const { structure, params = [] } = document.methods.get(this.#method) ?? {}
    this.#check ??=
      structure === 'whole'
        ? wholeCheck(params[0]?.schema, document.resolve)
        : paramsCheck(paramsOf(document, this.#method, this.#topic), document.resolve)
    return this.#check
  }
}

/**
 * Returns the params of a method. For a subscription, adds the params of the topic after the param that names
 * the topic.
 */
function paramsOf(
  { methods }: OpenRpcDocument,
  name: string,
  requested: string | undefined,
): readonly OpenRpcParam[] {
  const { params = [], subscription } = methods.get(name) ?? {}
  const topic = subscription?.topics.find((one) => one.name === requested)
  if (!topic) return params
  return subscription?.single ? params : [...params.slice(0, 1), ...topic.params]
}
