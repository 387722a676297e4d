import { element, elements, type Element } from '../openrpc/elements.ts'
import { textOf } from '../json/pointer.ts'
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
}

export interface DocumentSubject {
  readonly file: string
  readonly json: JsonObject
  readonly methods: readonly MethodSubject[]
}

export interface Subject {
  readonly loaded: Loaded
  readonly documents: readonly DocumentSubject[]
  readonly objects: readonly DocumentObject[]
}

export function subjectOf(loaded: Loaded): Subject {
  const documents = loaded.documents.map(({ file, json }) => ({
    file,
    json,
    methods: elements(json['methods'], file, '/methods', loaded.resolve).map((method) =>
      methodOf(method, loaded),
    ),
  }))
  return { loaded, documents, objects: documentObjects(loaded) }
}

function methodOf(method: Element, { resolve }: Loaded): MethodSubject {
  const { file, pointer, json } = method
  return {
    name: textOf(json['name']),
    method,
    params: elements(json['params'], file, `${pointer}/params`, resolve),
    result: element(json['result'], file, `${pointer}/result`, resolve),
    errors: elements(json['errors'], file, `${pointer}/errors`, resolve),
  }
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
