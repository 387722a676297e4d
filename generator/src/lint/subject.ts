import { type Elements, sidesOf } from '@rpcloom/rpc/internal'
import { type Element, elementsBy, rootOf } from '../openrpc/elements.ts'
import { isObject, textOf } from '../json/pointer.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import type { JsonObject } from '../json/types.ts'
import { documentObjects } from './document-objects.ts'
import type { Problem } from './problem.ts'
import type { DocumentObject } from './document-objects.ts'

/** A method with its params, result and errors, with references resolved. */
export interface MethodSubject {
  readonly name: string
  readonly method: Element
  readonly params: readonly Element[]
  readonly result: Element | undefined
  readonly errors: readonly Element[]
  /** Whether only clients implement the method. */
  readonly isReversed: boolean
}

export interface DocumentSubject {
  readonly file: string
  readonly json: JsonObject
  readonly methods: readonly MethodSubject[]
}

export interface Subject {
  readonly loaded: Loaded
  readonly elements: Elements<Element>
  readonly documents: readonly DocumentSubject[]
  readonly objects: readonly DocumentObject[]
}

export function subjectOf(loaded: Loaded): Subject {
  const elements = elementsBy(loaded.resolve)
  const { member, list } = elements
  const documents = loaded.documents.map(({ file, json }) => {
    const methods = list(rootOf(file, json), 'methods')
    const sides = sidesOf(methods.map((method) => method.json))
    return {
      file,
      json,
      methods: methods.map((method) => ({
        name: textOf(method.json['name']),
        method,
        // `x-params` replaces the params, which are for other tools then.
        params: isObject(method.json['x-params']) ? [] : list(method, 'params'),
        result: member(method, 'result'),
        errors: list(method, 'errors'),
        isReversed: !sides.of(method.json).includes('server'),
      })),
    }
  })
  return { loaded, elements, documents, objects: documentObjects(loaded) }
}

export function methodsOf({ documents }: Subject): readonly MethodSubject[] {
  return documents.flatMap(({ methods }) => methods)
}

export function objectsOfKind(
  { objects }: Subject,
  kind: DocumentObject['kind'],
): readonly DocumentObject[] {
  return objects.filter((object) => object.kind === kind)
}

/** Reports every method for which `isWrong` returns true. */
export function methodProblems(
  subject: Subject,
  isWrong: (method: MethodSubject) => boolean,
  messageOf: (name: string) => string,
): readonly Problem[] {
  return methodsOf(subject)
    .filter(isWrong)
    .map(({ name, method }) => ({ message: messageOf(name), place: method }))
}
