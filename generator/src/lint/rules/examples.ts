import { jsonText } from '../../json/text.ts'
import { checkValue } from '../../openrpc/example-values.ts'
import { child, isArray } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { exampleOf } from '../example.ts'
import type { Problem } from '../problem.ts'
import type { Rule } from '../rule.ts'
import { objectsOfKind, type Subject } from '../subject.ts'

const schemaExample: Rule = {
  code: 'RL712',
  name: 'schema-example',
  severity: 'warning',
  title: 'an example or default of a schema is not valid against it',
  cause:
    'Readers copy examples, and mocks return them. A mock does not return an invalid example; it generates a value instead.',
  help: 'Correct the example, or the schema.',
  failing: exampleOf(`
methods: []
components: { schemas: { Price: { type: integer, examples: ['12'] } } }`),
  passing: exampleOf(`
methods: []
components: { schemas: { Price: { type: integer, examples: [12] } } }`),
  check: (subject) =>
    objectsOfKind(subject, 'schema').flatMap(({ json, place }) =>
      valuesOf(json).flatMap(({ value, pointer }) =>
        problemOf(subject, { json, value, file: place.file, pointer: place.pointer + pointer }),
      ),
    ),
}

interface Example {
  readonly value: Json
  /** Pointer relative to the schema. */
  readonly pointer: string
}

/** Returns the example values in a schema: `examples`, OpenAPI's `example`, and `default`. */
function valuesOf(json: JsonObject): readonly Example[] {
  const { examples, example, default: usual } = json
  return [
    ...(isArray(examples)
      ? examples.map((value, index) => ({ value, pointer: child('/examples', index) }))
      : []),
    ...(example === undefined ? [] : [{ value: example, pointer: '/example' }]),
    ...(usual === undefined ? [] : [{ value: usual, pointer: '/default' }]),
  ]
}

/** Returns the first validation issue of an example. Further issues usually have the same cause. */
function problemOf(
  { loaded }: Subject,
  at: {
    readonly json: JsonObject
    readonly value: Json
    readonly file: string
    readonly pointer: string
  },
): readonly Problem[] {
  const { json, value, file, pointer } = at
  const [issue] = checkValue({ file, schema: json, value, resolve: loaded.resolve })
  if (issue === undefined) return []
  const member = pointer.endsWith('/default') ? 'default' : 'example'
  const message = `The ${member} ${shortened(value)} is not valid: ${where(issue.pointer)} ${issue.message}`
  return [{ message, place: { file, pointer: pointer + issue.pointer } }]
}

function where(pointer: string): string {
  return pointer === '' ? 'it' : pointer
}

const longestValue = 60

function shortened(value: Json): string {
  const text = jsonText(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

export const exampleRules: readonly Rule[] = [schemaExample]
