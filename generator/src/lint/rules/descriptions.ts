import { listOf } from '../../json/members.ts'
import { child, isObject, textOf } from '../../json/pointer.ts'
import { exampleOf } from '../example.ts'
import { isDescribed, isSchemaDescribed, lastToken, wordsIn } from '../reading.ts'
import { wordsOption, type Rule } from '../rule.ts'
import { methodProblems, objectsOfKind } from '../subject.ts'
import type { DocumentObject } from '../document-objects.ts'

const missingDescription: Rule = {
  code: 'RL701',
  name: 'missing-description',
  severity: 'warning',
  title: 'a method has no description',
  cause: 'Its page, its doc comment and its list entry show only the name.',
  help: 'Add a `summary`, and a `description` if one line is not enough.',
  failing: exampleOf('methods: [{ name: listPets, params: [] }]'),
  passing: exampleOf('methods: [{ name: listPets, summary: Every pet of a shop, params: [] }]'),
  check: (subject) =>
    methodProblems(
      subject,
      ({ method }) => !isDescribed(method.json),
      (name) => `The method ${name} has no summary and no description.`,
    ),
}

const undescribedParam: Rule = {
  code: 'RL702',
  name: 'undescribed-param',
  severity: 'warning',
  title: 'a param or result has no description',
  cause: 'Callers have to guess what to send or what they receive.',
  help: 'Describe the content descriptor, its schema, or each alternative of the schema.',
  failing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: id, schema: { type: string } }]`),
  passing: exampleOf(`
methods:
  - name: getPet
    params: [{ name: id, description: Number on the collar, schema: { type: string } }]`),
  check: ({ objects, loaded }) =>
    objects
      .filter(({ kind, json }) => kind === 'contentDescriptor' && !isDescribed(json))
      // `result: {}` is a call without a result.
      .filter(({ json }) => Object.keys(json).length > 0)
      .filter(({ json, place }) => !isSchemaDescribed(json['schema'], place.file, loaded))
      .map(({ json, member, place }) => ({
        message: `The ${member === 'result' ? 'result' : 'param'} ${textOf(json['name'])} has no description.`,
        place,
      })),
}

const undescribedMember: Rule = {
  code: 'RL703',
  name: 'undescribed-member',
  severity: 'warning',
  title: 'a property has no description',
  cause: 'A name rarely states the unit, the format, and when a value is absent.',
  help: 'Give the property a `description`, or refer to a schema that has one.',
  failing: exampleOf(`
methods: []
components: { schemas: { Pet: { type: object, properties: { weight: { type: number } } } } }`),
  passing: exampleOf(`
methods: []
components:
  schemas:
    Pet: { type: object, properties: { weight: { type: number, description: In grams } } }`),
  check: (subject) =>
    objectsOfKind(subject, 'schema')
      .filter((object) => object.member === 'properties' && !isConstraint(object))
      .filter(({ json, place }) => !isSchemaDescribed(json, place.file, subject.loaded))
      .map(({ place }) => ({
        message: `The property ${lastToken(place.pointer)} has no description.`,
        place,
      })),
}

/**
 * Whether a schema needs no description: the schemas in `if` and `not` do not describe the value, and `const`
 * describes it completely.
 */
function isConstraint(object: DocumentObject): boolean {
  if (object.json['const'] !== undefined) return true
  for (let at = object.parent; at !== undefined; at = at.parent) {
    if (['if', 'not', 'contains'].includes(at.member)) return true
  }
  return Object.keys(object.json).length === 0
}

const repeatedName: Rule = {
  code: 'RL704',
  name: 'repeated-name',
  severity: 'off',
  title: 'a description repeats the name',
  cause: 'It looks like documentation but adds no information.',
  help: 'State what the name does not: the unit, the range, the effect, or when the value is absent.',
  failing: exampleOf('methods: [{ name: getPet, summary: Get pet., params: [] }]'),
  passing: exampleOf(
    'methods: [{ name: getPet, summary: One pet by the number on its collar, params: [] }]',
  ),
  check: ({ objects }) =>
    objects.flatMap(({ kind, json, member, place }) => {
      const name =
        kind === 'schema' && member === 'properties'
          ? lastToken(place.pointer)
          : textOf(json['name'])
      const declared = wordsIn(name).filter((word) => !articles.has(word))
      if (declared.length === 0 || !['method', 'contentDescriptor', 'schema'].includes(kind))
        return []
      return ['summary', 'description']
        .filter((field) => sameWords(textOf(json[field]), declared))
        .map((field) => ({
          message: `The ${field} of ${name} only repeats its name.`,
          place: { file: place.file, pointer: child(place.pointer, field) },
        }))
    }),
}

const articles = new Set(['a', 'an', 'the', 'of', 'this'])
/** Maximum length of text to compare with the name. Longer text never just repeats the name. */
const longest = 200

function sameWords(text: string, declared: readonly string[]): boolean {
  if (text === '' || text.length > longest) return false
  return (
    wordsIn(text)
      .filter((word) => !articles.has(word))
      .join(' ') === declared.join(' ')
  )
}

const unfinishedText: Rule = {
  code: 'RL705',
  name: 'unfinished-text',
  severity: 'warning',
  title: 'a description contains an unfinished note',
  cause: 'Notes to yourself are published to every reader.',
  help: 'Write the missing text, or remove the sentence.',
  options: { words: ['TODO', 'FIXME', 'TBD', 'XXX'] },
  failing: exampleOf('methods: [{ name: getPet, summary: "TODO: say which", params: [] }]'),
  passing: exampleOf('methods: [{ name: getPet, summary: The pet of a number, params: [] }]'),
  check: ({ objects }, options) => {
    const marks = new Set(wordsOption(options, 'words'))
    return objects.flatMap(({ json, place }) =>
      ['title', 'summary', 'description'].flatMap((field) => {
        const mark = textOf(json[field])
          .split(/[^\p{L}\p{N}_]+/u)
          .find((word) => marks.has(word))
        if (mark === undefined) return []
        const message = `The ${field} contains ${mark}.`
        return [{ message, place: { file: place.file, pointer: child(place.pointer, field) } }]
      }),
    )
  },
}

const missingExample: Rule = {
  code: 'RL710',
  name: 'missing-example',
  severity: 'warning',
  title: 'a method has no example',
  cause: 'Readers look for an example first, and mocks return it as the response.',
  help: 'Add an example pairing to `examples`. RL251 reports values that do not match their schema.',
  failing: exampleOf('methods: [{ name: countPets, params: [] }]'),
  passing: exampleOf(`
methods:
  - name: countPets
    params: []
    result: { name: count, schema: { type: integer } }
    examples: [{ name: a small shop, params: [], result: { name: count, value: 3 } }]`),
  check: (subject) =>
    methodProblems(
      subject,
      ({ method: { json } }) =>
        !isObject(json['examples']) && listOf(json, 'examples').length === 0,
      (name) => `The method ${name} has no example.`,
    ),
}

export const descriptionRules: readonly Rule[] = [
  missingDescription,
  undescribedParam,
  undescribedMember,
  repeatedName,
  unfinishedText,
  missingExample,
]
