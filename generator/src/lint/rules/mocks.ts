import { child, isArray, isObject, textOf } from '../../json/pointer.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { exampleOf } from '../example.ts'
import { methodsOf, objectsOfKind, type MethodSubject, type Subject } from '../subject.ts'
import type { Problem } from '../problem.ts'
import type { Rule } from '../rule.ts'

/** Members of `x-mock` that refer to records. */
const recordHints = ['requires', 'creates', 'finds', 'lists', 'deletes']
const errorMembers = ['missing', 'exists', 'otherwise']

/** A hint for the mock server: a member of a method's `x-mock`. */
interface Hint {
  readonly kind: string
  readonly json: JsonObject
  readonly place: Place
}

function hintsOf({ method }: MethodSubject): readonly Hint[] {
  const declared = method.json['x-mock']
  if (!isObject(declared)) return []
  return Object.entries(declared).flatMap(([kind, json]) => {
    if (!isObject(json)) return []
    const pointer = `${method.pointer}/x-mock/${kind}`
    return [{ kind, json, place: { file: method.file, pointer } }]
  })
}

function at({ place }: Hint, ...members: readonly string[]): Place {
  const pointer = members.reduce((above, member) => child(above, member), place.pointer)
  return { file: place.file, pointer }
}

const mockParam: Rule = {
  code: 'RL760',
  name: 'mock-param',
  severity: 'warning',
  title: 'a mock hint refers to an unknown param',
  cause: 'The mock finds no key for the record, so the hint has no effect.',
  help: 'Name a param of the method in `x-mock`. To use a member of the result, set `result` in `creates`.',
  failing: exampleOf(`
methods:
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: name } }`),
  passing: exampleOf(`
methods:
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: pet } }`),
  check: (subject) =>
    unknownNames(subject, paramsNamed, {
      knownOf: ({ params }) => params.map(({ json }) => textOf(json['name'])),
      messageOf: (method, name) => `${method} has no param ${name}.`,
    }),
}

/** Reports hints that name params or members that the method does not have. */
function unknownNames(
  subject: Subject,
  codeAndReason: (hint: Hint) => readonly (readonly [place: Place, name: Json])[],
  {
    knownOf,
    messageOf,
  }: {
    readonly knownOf: (method: MethodSubject) => readonly (Json | undefined)[]
    readonly messageOf: (method: string, name: string) => string
  },
): readonly Problem[] {
  return methodsOf(subject).flatMap((method) => {
    const known = new Set(knownOf(method))
    return hintsOf(method)
      .flatMap(codeAndReason)
      .filter(([, name]) => !known.has(name))
      .map(([place, name]) => {
        const text = typeof name === 'object' ? '' : String(name)
        return { message: messageOf(method.name, text), place }
      })
  })
}

function paramsNamed(hint: Hint): readonly (readonly [place: Place, name: string])[] {
  const { key, matches } = hint.json
  const checked = isObject(matches) ? Object.keys(matches) : []
  return [
    ...(typeof key === 'string' ? [[at(hint, 'key'), key] as const] : []),
    ...checked.map((name) => [at(hint, 'matches', name), name] as const),
  ]
}

const mockError: Rule = {
  code: 'RL761',
  name: 'mock-error',
  severity: 'warning',
  title: 'a mock hint refers to an error that the method does not list',
  cause: 'The mock returns an error that no client of the document expects.',
  help: 'Add the error to `errors` of the method, and refer to it by its `x-reason` or its code.',
  failing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: pet, schema: { type: string } }]
    errors: [{ code: 4, message: unknown pet }]
    x-mock: { finds: { collection: pets, key: pet, missing: 5 } }
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: pet } }`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: pet, schema: { type: string } }]
    errors: [{ code: 4, message: unknown pet }]
    x-mock: { finds: { collection: pets, key: pet, missing: 4 } }
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: pet } }`),
  check: (subject) =>
    unknownNames(subject, errorsNamed, {
      knownOf: ({ errors }) => errors.flatMap(({ json }) => codeAndReason(json)),
      messageOf: (method, name) => `${method} does not list the error ${name}.`,
    }),
}

function codeAndReason({ code, 'x-reason': reason }: JsonObject): readonly (Json | undefined)[] {
  return [code, isObject(reason) ? reason['name'] : undefined]
}

function errorsNamed(hint: Hint): readonly (readonly [place: Place, name: Json])[] {
  const own = errorMembers.flatMap((member) => {
    const name = hint.json[member]
    return name === undefined ? [] : [[at(hint, member), name] as const]
  })
  const { matches } = hint.json
  const checked = isObject(matches) ? Object.entries(matches) : []
  return [...own, ...checked.map(([param, name]) => [at(hint, 'matches', param), name] as const)]
}

const mockCollection: Rule = {
  code: 'RL762',
  name: 'mock-collection',
  severity: 'warning',
  title: 'a mock hint refers to an unknown collection or counter',
  cause: 'A collection or counter that no other hint uses is usually misspelled.',
  help: 'Use the name from the hints of the other methods.',
  failing: exampleOf(`
methods:
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: pet } }
  - name: listPets
    params: []
    x-mock: { lists: { collection: pet } }`),
  passing: exampleOf(`
methods:
  - name: adopt
    params: [{ name: pet, schema: { type: string } }]
    x-mock: { creates: { collection: pets, key: pet } }
  - name: listPets
    params: []
    x-mock: { lists: { collection: pets } }`),
  check: (subject) => {
    const hints = methodsOf(subject).flatMap(hintsOf)
    return [...lonelyCollections(hints), ...unreadCounters(subject)]
  },
}

function lonelyCollections(hints: readonly Hint[]): readonly Problem[] {
  const named = hints.filter(({ kind }) => recordHints.includes(kind))
  return named.flatMap((hint) => {
    const name = textOf(hint.json['collection'])
    const alike = named.filter(({ json }) => json['collection'] === name)
    // Several hints with the same collection are correct even if none of them creates records, because the
    // mock also takes records from examples. A single hint cannot be compared with other names.
    if (alike.length > 1 || named.length < 2) return []
    const message = `No other hint uses the collection ${name}.`
    return [{ message, place: at(hint, 'collection') }]
  })
}

function unreadCounters(subject: Subject): readonly Problem[] {
  const read = new Set<string>()
  for (const hint of methodsOf(subject).flatMap(hintsOf))
    if (hint.kind === 'counts') read.add(textOf(hint.json['counter']))
  for (const { json } of objectsOfKind(subject, 'schema')) {
    const declared = json['x-mock']
    if (isObject(declared)) read.add(textOf(declared['counter']))
  }
  return methodsOf(subject).flatMap(({ method }) => {
    const declared = method.json['x-mock']
    const raised = isObject(declared) && isArray(declared['advances']) ? declared['advances'] : []
    return raised.flatMap((name, index) => {
      if (typeof name !== 'string' || read.has(name)) return []
      const pointer = `${method.pointer}/x-mock/advances/${index}`
      return [
        {
          message: `No other hint uses the counter ${name}.`,
          place: { file: method.file, pointer },
        },
      ]
    })
  })
}

export const mockRules: readonly Rule[] = [mockParam, mockError, mockCollection]
