import { hintsSchema } from '../state/hints-schema.ts'

const milliseconds = { type: 'number', minimum: 0, maximum: 3_600_000 }
const status = { type: 'integer', minimum: 100, maximum: 599 }

function closed(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = Object.keys(properties),
): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required, additionalProperties: false }
}

const fault = {
  description: 'What happens to the answer on its way',
  anyOf: [
    { enum: ['drop', 'truncated', 'html', 'wrong-id'] },
    closed({ kind: { enum: ['status', 'html'] }, status }),
    closed({ kind: { const: 'body' }, body: { type: 'string' } }),
  ],
}

const step = {
  ...closed(
    {
      result: { description: 'As on the wire' },
      error: {
        description: 'Name or code of an error that the document lists, or a whole error object',
        anyOf: [
          { type: ['string', 'integer'] },
          closed({ code: { type: 'integer' }, message: { type: 'string' }, data: {} }, [
            'code',
            'message',
          ]),
        ],
      },
      fault,
      delayMs: { ...milliseconds, description: 'How long the answer waits' },
      times: {
        description: 'How many calls are answered so; the last step stays without it',
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
      },
    },
    [],
  ),
  not: {
    anyOf: [
      { required: ['result', 'error'] },
      { required: ['result', 'fault'] },
      { required: ['error', 'fault'] },
    ],
  },
}

/** Names that a scenario may use. */
export interface ScenarioNames {
  readonly methods: readonly string[]
  readonly kinds: readonly string[]
}

/** Returns the JSON Schema of scenario files for some documents. */
export function scenarioSchema({
  methods,
  kinds,
}: ScenarioNames): Readonly<Record<string, unknown>> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Scenario of a mock',
    ...closed(
      {
        $schema: { type: 'string' },
        seed: { description: 'Decides the made-up values', type: ['string', 'number'] },
        latency: {
          description: 'How long every answer waits, in milliseconds',
          anyOf: [milliseconds, closed({ milliseconds, jitter: milliseconds }, ['milliseconds'])],
        },
        methods: {
          description: 'Answers of methods, one after the other; the last one stays',
          ...named(methods, { type: 'array', minItems: 1, items: step }),
        },
        events: {
          description: 'By kind of subscription: payloads that each who subscribes gets first',
          ...named(kinds, { type: 'array' }),
        },
        records: {
          description: 'By collection: records that are there before the first call',
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'object' } },
        },
        hints: {
          description: 'By method: in the place of the document’s x-mock',
          ...named(methods, hintsSchema),
        },
      },
      [],
    ),
  }
}

function named(names: readonly string[], schema: unknown): Readonly<Record<string, unknown>> {
  return { type: 'object', propertyNames: { enum: names }, additionalProperties: schema }
}
