import { isIntegerFormat, keywordsWhere, possibleSchemas } from '@rpcloom/schema/internal'
import { below } from '../../json/place.ts'
import { child, isArray, isObject, textOf } from '../../json/pointer.ts'
import { placesBy } from '../../openrpc/places.ts'
import type { JsonObject } from '../../json/types.ts'
import { exampleOf } from '../example.ts'
import { lastToken, assertedTypes, wordsIn } from '../reading.ts'
import { wordsOption, type Rule } from '../rule.ts'
import { objectsOfKind } from '../subject.ts'

const bigInteger: Rule = {
  code: 'RL742',
  name: 'big-integer',
  severity: 'warning',
  title: 'an integer may exceed the range of a double',
  cause:
    'JSON numbers beyond 2^53 lose digits in JavaScript and other languages. Without a format, readers do not know that they need a big integer.',
  help: 'Add a `format` such as int64 or uint64, so that generated code uses a big integer, or set a smaller limit.',
  failing: exampleOf(`
methods: []
components: { schemas: { Price: { type: integer, maximum: 100000000000000000 } } }`),
  passing: exampleOf(`
methods: []
components: { schemas: { Price: { type: integer, format: uint64, maximum: 100000000000000000 } } }`),
  check: (subject) =>
    objectsOfKind(subject, 'schema')
      .filter(({ json }) => json['format'] === undefined && !assertedTypes(json).includes('string'))
      .flatMap(({ json, place }) =>
        bigKeywords(json).map((keyword) => ({
          message: `\`${keyword}\` exceeds 2^53, but the schema has no \`format\`.`,
          place: { file: place.file, pointer: child(place.pointer, keyword) },
        })),
      ),
}

function bigKeywords(json: JsonObject): readonly string[] {
  const isBig = (value: unknown): boolean =>
    typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))
  const one = [...keywordsWhere(({ of }) => of === 'number'), 'const', 'default']
  // Only check the limits of integers, because a `number` may have any magnitude.
  const whole = assertedTypes(json).includes('integer')
  return [
    ...one.filter((keyword) => whole && isBig(json[keyword])),
    ...['enum', 'examples'].filter((keyword) => {
      const values = json[keyword]
      return isArray(values) && values.some(isBig)
    }),
  ]
}

/** Formats defined by JSON Schema, OpenAPI or the generator. */
const formats = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uuid',
  'uri-template',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'byte',
  'binary',
  'password',
  'char',
  'float',
  'double',
  'decimal',
  'base64',
  'base64url',
  'hex',
  'hex-quantity',
  'evm-address',
])

const unknownFormat: Rule = {
  code: 'RL743',
  name: 'unknown-format',
  severity: 'warning',
  title: 'unknown format',
  cause: 'An unknown format is not checked, and is often misspelled.',
  help: 'Use a format of JSON Schema, OpenAPI or the generator, define your own in the module `formats` of the configuration, or add it to the option `known`.',
  options: { known: [] },
  failing: exampleOf(
    'methods: []\ncomponents: { schemas: { Born: { type: string, format: datetime } } }',
  ),
  passing: exampleOf(
    'methods: []\ncomponents: { schemas: { Born: { type: string, format: date-time } } }',
  ),
  check: (subject, options) => {
    const own = subject.loaded.formats?.types.keys() ?? []
    const known = new Set([...formats, ...own, ...wordsOption(options, 'known')])
    return objectsOfKind(subject, 'schema')
      .map(({ json, place }) => ({ format: textOf(json['format']), place }))
      .filter(({ format }) => format !== '' && !known.has(format) && !isIntegerFormat(format))
      .map(({ format, place }) => ({
        message: `Unknown format ${format}.`,
        place: { file: place.file, pointer: child(place.pointer, 'format') },
      }))
  },
}

const unmarkedSecret: Rule = {
  code: 'RL747',
  name: 'unmarked-secret',
  severity: 'warning',
  title: 'a likely secret is not marked',
  cause: 'Logs, errors and the docs show its value.',
  help: 'Add `x-secret: true` to its schema.',
  options: {
    names: [
      'password',
      'passphrase',
      'private key',
      'secret',
      'secret key',
      'mnemonic',
      'seed phrase',
    ],
  },
  failing: exampleOf(`
methods: [{ name: login, params: [{ name: password, schema: { type: string } }] }]`),
  passing: exampleOf(`
methods: [{ name: login, params: [{ name: password, schema: { type: string, x-secret: true } }] }]`),
  check: ({ objects, loaded }, options) => {
    const names = new Set(wordsOption(options, 'names'))
    return objects
      .filter(
        ({ kind, member }) =>
          kind === 'contentDescriptor' || (kind === 'schema' && member === 'properties'),
      )
      .flatMap(({ kind, json, place }) => {
        const name = kind === 'schema' ? lastToken(place.pointer) : textOf(json['name'])
        const schema =
          kind === 'schema'
            ? { json, place }
            : { json: json['schema'] ?? true, place: below(place, 'schema') }
        const forms = possibleSchemas([schema], placesBy(loaded.resolve)).map((one) =>
          isObject(one.json) ? one.json : {},
        )
        // Only a string can be a secret. A flag or object with a matching name contains information about a
        // secret.
        const isText = forms.some((form) => assertedTypes(form).includes('string'))
        const isMarked = [json, ...forms].some((form) => form['x-secret'] === true)
        if (!isText || isMarked || !endsWithOneOf(names, name)) return []
        return [{ message: `${name} looks like a secret but has no \`x-secret\`.`, place }]
      })
  },
}

function endsWithOneOf(names: ReadonlySet<string>, name: string): boolean {
  const words = wordsIn(name)
  return names.has(words.slice(-2).join(' ')) || names.has(words.at(-1) ?? '')
}

export const valueRules: readonly Rule[] = [bigInteger, unknownFormat, unmarkedSecret]
