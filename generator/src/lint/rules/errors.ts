import { child, textOf } from '../../json/pointer.ts'
import { exampleOf } from '../example.ts'
import type { Problem } from '../problem.ts'
import type { Rule } from '../rule.ts'
import { methodProblems, objectsOfKind } from '../subject.ts'

const missingErrors: Rule = {
  code: 'RL720',
  name: 'missing-errors',
  severity: 'off',
  title: 'a method lists no errors',
  cause:
    'Callers do not know which errors to expect, and generated clients have no errors to name.',
  help: 'List the errors of the method in `errors`; an empty list states that it cannot fail.',
  failing: exampleOf('methods: [{ name: getPet, params: [] }]'),
  passing: exampleOf(`
methods: [{ name: getPet, params: [], errors: [{ code: 404, message: no such pet }] }]`),
  check: (subject) =>
    methodProblems(
      subject,
      ({ method }) => method.json['errors'] === undefined,
      (name) => `The method ${name} lists no errors.`,
    ),
}

/** Codes defined by JSON-RPC 2.0 (section 5.1). */
const defined = new Set([-32700, -32600, -32601, -32602, -32603])

const reservedCode: Rule = {
  code: 'RL721',
  name: 'reserved-code',
  severity: 'warning',
  title: 'an error has a reserved code',
  cause:
    'JSON-RPC reserves -32768 to -32000 and leaves only -32099 to -32000 to servers. It may assign the other codes later.',
  help: 'Use a code from -32099 to -32000, or one outside the reserved range.',
  failing: exampleOf(`
methods: [{ name: getPet, params: [], errors: [{ code: -32500, message: no such pet }] }]`),
  passing: exampleOf(`
methods: [{ name: getPet, params: [], errors: [{ code: -32050, message: no such pet }] }]`),
  check: (subject) =>
    objectsOfKind(subject, 'error').flatMap(({ json: { code }, place }) => {
      if (typeof code !== 'number' || code < -32768 || code >= -32099 || defined.has(code))
        return []
      const pointer = child(place.pointer, 'code')
      return [{ message: `The code ${code} is reserved.`, place: { file: place.file, pointer } }]
    }),
}

const ambiguousError: Rule = {
  code: 'RL722',
  name: 'ambiguous-error',
  severity: 'warning',
  title: 'different errors have the same code',
  cause:
    'Programs identify errors by their code: two messages with one code are the same error to them.',
  help: 'Give each error its own code, or an `x-reason` with a name.',
  failing: exampleOf(`
methods:
  - name: getPet
    params: []
    errors: [{ code: 1, message: no such pet }, { code: 1, message: the shop is closed }]`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: []
    errors: [{ code: 1, message: no such pet }, { code: 2, message: the shop is closed }]`),
  check: ({ documents }) =>
    documents.flatMap(({ methods }) => {
      const first = new Map<number, string>()
      return methods.flatMap(({ errors }) =>
        errors.flatMap(({ json, file, pointer }): readonly Problem[] => {
          const { code } = json
          const message = textOf(json['message'])
          if (typeof code !== 'number' || json['x-reason'] !== undefined) return []
          // JSON-RPC defines the meaning of the codes in this range, so several messages for one code are not
          // reported.
          if (code >= -32768 && code <= -32600) return []
          const known = first.get(code)
          if (known === undefined) first.set(code, message)
          if (known === undefined || known.toLowerCase() === message.toLowerCase()) return []
          const text = `The code ${code} has two messages: “${known}” and “${message}”.`
          return [{ message: text, place: { file, pointer } }]
        }),
      )
    }),
}

const notificationErrors: Rule = {
  code: 'RL723',
  name: 'notification-errors',
  severity: 'warning',
  title: 'a notification lists errors',
  cause:
    'A method without `result` is a notification. It has no response, so that callers never receive its errors.',
  help: 'Add a `result`, with `schema: false` if the method always fails, or remove the errors.',
  failing: exampleOf(`
methods: [{ name: getPet, params: [], errors: [{ code: 404, message: no such pet }] }]`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: false }
    errors: [{ code: 404, message: no such pet }]`),
  check: (subject) =>
    methodProblems(
      subject,
      ({ result, errors }) => result === undefined && errors.length > 0,
      (name) => `The method ${name} lists errors, but has no result.`,
    ),
}

export const errorRules: readonly Rule[] = [
  missingErrors,
  reservedCode,
  ambiguousError,
  notificationErrors,
]
