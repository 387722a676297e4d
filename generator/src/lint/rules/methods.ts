import { inferEffect } from '@rpcloom/conform/effect'
import { child, isObject, textOf } from '../../json/pointer.ts'
import { exampleOf } from '../example.ts'
import { nameOf, schemaOf, assertedTypes, wordsIn } from '../reading.ts'
import type { Problem } from '../problem.ts'
import { wordsOption, type Rule } from '../rule.ts'
import { methodProblems, methodsOf, type MethodSubject } from '../subject.ts'

const deprecatedReason: Rule = {
  code: 'RL750',
  name: 'deprecated-reason',
  severity: 'warning',
  title: 'a deprecated method has no reason or replacement',
  cause: 'Callers see a warning that they cannot act on.',
  help: 'Add `x-deprecated` with `replacedBy` or `reason`.',
  failing: exampleOf('methods: [{ name: getPet, deprecated: true, params: [] }]'),
  passing: exampleOf(`
methods:
  - name: getPet
    deprecated: true
    x-deprecated: { reason: Pets are listed by shop now }
    params: []`),
  check: (subject) =>
    methodsOf(subject)
      .filter(({ method: { json } }) => {
        const about = json['x-deprecated']
        const isExplained =
          isObject(about) && (textOf(about['reason']) !== '' || textOf(about['replacedBy']) !== '')
        return json['deprecated'] === true && !isExplained
      })
      .map(({ name, method: { file, pointer } }) => ({
        message: `The method ${name} is deprecated without a reason or replacement.`,
        place: { file, pointer: child(pointer, 'deprecated') },
      })),
}

const replacedBy: Rule = {
  code: 'RL751',
  name: 'replaced-by',
  severity: 'warning',
  title: 'the replacement of a method does not exist',
  cause: 'Callers are directed to a method that does not exist.',
  help: 'Name another method of these documents, by its name as sent.',
  failing: exampleOf(`
methods: [{ name: getPet, deprecated: true, x-deprecated: { replacedBy: findPet }, params: [] }]`),
  passing: exampleOf(`
methods:
  - { name: getPet, deprecated: true, x-deprecated: { replacedBy: findPet }, params: [] }
  - { name: findPet, params: [] }`),
  check: (subject) => {
    const known = new Map(methodsOf(subject).map((method) => [method.name, method]))
    return methodsOf(subject).flatMap(({ name, method: { json, file, pointer } }) => {
      const about = json['x-deprecated']
      const other = isObject(about) ? textOf(about['replacedBy']) : ''
      if (other === '' || (known.has(other) && other !== name)) return []
      const message = `The replacement of ${name}, ${other}, ${other === name ? 'is the method itself' : 'does not exist'}.`
      return [{ message, place: { file, pointer: `${pointer}/x-deprecated/replacedBy` } }]
    })
  },
}

const undeclaredPaging: Rule = {
  code: 'RL752',
  name: 'undeclared-paging',
  severity: 'warning',
  title: 'a method looks paginated but has no x-pagination',
  cause: 'Without `x-pagination`, generated clients have no iterator over the pages.',
  help: 'Add `x-pagination`. RL301 and RL302 report an extension that does not match the method.',
  options: {
    cursors: ['cursor', 'after', 'start index', 'page token', 'start key', 'continuation'],
    limits: ['limit', 'page size', 'count', 'max results'],
  },
  failing: exampleOf(`
methods:
  - name: listPets
    params:
      - { name: cursor, schema: { type: string } }
      - { name: limit, schema: { type: integer } }
    result:
      name: page
      schema: { type: object, properties: { pets: { type: array }, next: { type: string } } }`),
  passing: exampleOf(`
methods:
  - name: listPets
    params:
      - { name: cursor, schema: { type: string } }
      - { name: limit, schema: { type: integer } }
    result:
      name: page
      schema: { type: object, properties: { pets: { type: array }, next: { type: string } } }
    x-pagination: { cursor: { param: cursor, result: next }, items: pets, end: empty-page }`),
  check: (subject, options) => {
    const has = ({ params }: MethodSubject, option: string): boolean =>
      params.some((param) =>
        wordsOption(options, option).includes(wordsIn(nameOf(param)).join(' ')),
      )
    return methodProblems(
      subject,
      (one) =>
        // Servers that call their clients have no iterators.
        !one.isReversed &&
        one.method.json['x-pagination'] === undefined &&
        has(one, 'cursors') &&
        has(one, 'limits'),
      (name) => `The method ${name} has a cursor and a limit param but no \`x-pagination\`.`,
    )
  },
}

const booleanPosition: Rule = {
  code: 'RL754',
  name: 'boolean-position',
  severity: 'off',
  title: 'a boolean param is positional',
  cause: 'Readers of `getPet("7", true)` cannot see what `true` means.',
  help: 'Take params by name, or replace the boolean with an enum of two values.',
  failing: exampleOf(`
methods:
  - name: getPet
    paramStructure: by-position
    params:
      - { name: id, required: true, schema: { type: string } }
      - { name: withOwner, schema: { type: boolean } }`),
  passing: exampleOf(`
methods:
  - name: getPet
    paramStructure: by-name
    params:
      - { name: id, required: true, schema: { type: string } }
      - { name: withOwner, schema: { type: boolean } }`),
  check: (subject) =>
    methodsOf(subject)
      .filter(({ method }) => method.json['paramStructure'] === 'by-position')
      .filter(({ params }) => params.length > 1)
      .flatMap(({ params }) =>
        params.flatMap((param): readonly Problem[] => {
          const types = assertedTypes(schemaOf(param.json['schema'], param.file, subject.loaded))
          if (types.join() !== 'boolean') return []
          const message = `The boolean param ${nameOf(param)} is positional.`
          return [{ message, place: param.at }]
        }),
      ),
}

const missingEffect: Rule = {
  code: 'RL755',
  name: 'missing-effect',
  severity: 'off',
  title: 'a method that seems to write has no x-effect',
  cause: 'Without `x-effect`, the method name decides whether a client may retry the request.',
  help: 'Set `x-effect` to `write`, `read` or `admin`.',
  options: {
    verbs: [
      'add',
      'approve',
      'cancel',
      'create',
      'delete',
      'export',
      'import',
      'insert',
      'issue',
      'put',
      'remove',
      'reset',
      'send',
      'set',
      'submit',
      'transfer',
      'update',
      'write',
    ],
  },
  failing: exampleOf('methods: [{ name: shop.sendPet, params: [] }]'),
  passing: exampleOf('methods: [{ name: shop.sendPet, x-effect: write, params: [] }]'),
  check: (subject, options) => {
    const verbs = new Set(wordsOption(options, 'verbs'))
    const seemsToWrite = ({ name, method, isReversed }: MethodSubject): boolean => {
      const own = name.split(/[./]/).at(-1) ?? ''
      // The word before the first underscore may be a namespace, as in `eth_sendTransaction`.
      const bare = own.includes('_') ? [own, own.slice(own.indexOf('_') + 1)] : [own]
      const hasVerb = bare.some((text) => verbs.has(wordsIn(text)[0] ?? ''))
      // Skip methods that are known to be read-only, such as `eth_createAccessList`.
      const mayWrite = inferEffect(name).effect !== 'read'
      return hasVerb && mayWrite && !isReversed && method.json['x-effect'] === undefined
    }
    return methodProblems(
      subject,
      seemsToWrite,
      (name) => `The method ${name} seems to write but has no \`x-effect\`.`,
    )
  },
}

export const methodRules: readonly Rule[] = [
  deprecatedReason,
  replacedBy,
  undeclaredPaging,
  booleanPosition,
  missingEffect,
]
