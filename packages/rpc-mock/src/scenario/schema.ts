import { closedObject, hintsSchema } from '../state/hints.ts'

const milliseconds = { type: 'number', minimum: 0, maximum: 3_600_000 }
const status = { type: 'integer', minimum: 100, maximum: 599 }

const fault = {
  description: 'Fault to inject into the response',
  anyOf: [
    { enum: ['drop', 'truncated', 'html', 'wrong-id'] },
    closedObject({ kind: { enum: ['status', 'html'] }, status }, ['kind', 'status']),
    closedObject({ kind: { const: 'body' }, body: { type: 'string' } }, ['kind', 'body']),
  ],
}

const step = {
  ...closedObject({
    result: { description: 'Result as sent, before decoding' },
    error: {
      description: 'Name or code of an error of the document, or a complete error object',
      anyOf: [
        { type: ['string', 'integer'] },
        closedObject({ code: { type: 'integer' }, message: { type: 'string' }, data: {} }, [
          'code',
          'message',
        ]),
      ],
    },
    fault,
    delayMs: { ...milliseconds, description: 'Delay of the response, in milliseconds' },
    times: {
      description:
        'Number of calls that get this response; default: 1, or all further calls for the last step',
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
    },
  }),
  not: {
    anyOf: [
      { required: ['result', 'error'] },
      { required: ['result', 'fault'] },
      { required: ['error', 'fault'] },
    ],
  },
}

/** Names that may occur in a scenario. */
export interface ScenarioNames {
  readonly methods: readonly string[]
  readonly topics: readonly string[]
}

/** Returns the JSON Schema of scenario files for some documents. */
export function scenarioSchema({
  methods,
  topics,
}: ScenarioNames): Readonly<Record<string, unknown>> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Scenario of a mock',
    ...closedObject({
      $schema: { type: 'string' },
      seed: { description: 'Seed of the generated values', type: ['string', 'number'] },
      latency: {
        description: 'Delay of every response, in milliseconds',
        anyOf: [
          milliseconds,
          closedObject({ milliseconds, jitter: milliseconds }, ['milliseconds']),
        ],
      },
      methods: {
        description:
          'Responses by method, in the order of the calls. The last response is repeated',
        ...named(methods, { type: 'array', minItems: 1, items: step }),
      },
      events: {
        description: 'Initial event payloads for each new subscriber, by topic',
        ...named(topics, { type: 'array' }),
      },
      records: {
        description: 'Initial records by collection',
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'object' } },
      },
      hints: {
        description: 'Hints by method. They override the `x-mock` hints of the document',
        ...named(methods, hintsSchema),
      },
    }),
  }
}

function named(names: readonly string[], schema: unknown): Readonly<Record<string, unknown>> {
  return { type: 'object', propertyNames: { enum: names }, additionalProperties: schema }
}
