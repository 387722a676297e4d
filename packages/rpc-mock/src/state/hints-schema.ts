const text = { type: 'string', minLength: 1 }
const member = { type: 'string' }
const error = { type: ['string', 'integer'], minLength: 1 }
const states = { type: 'array', minItems: 1, items: text }

const record = {
  collection: text,
  key: text,
  matches: { type: 'object', minProperties: 1, additionalProperties: error },
  missing: error,
}

function closed(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** Schema of `x-mock`. A test compares it with the extension's own schema, which also has descriptions. */
export const hintsSchema: Readonly<Record<string, unknown>> = {
  ...closed({
    requires: closed(record, ['collection', 'key']),
    creates: {
      ...closed(
        {
          collection: text,
          key: text,
          result: member,
          exists: error,
          fresh: { type: 'boolean' },
        },
        ['collection'],
      ),
      oneOf: [{ required: ['key'] }, { required: ['result'] }],
    },
    finds: closed({ ...record, states, member, unknown: text }, ['collection', 'key']),
    lists: closed({ collection: text, items: text, item: text }, ['collection']),
    deletes: closed(record, ['collection', 'key']),
    counts: closed({ counter: text, member, step: { type: 'integer', minimum: 0 } }, ['counter']),
    advances: { type: 'array', minItems: 1, items: text },
    moves: closed({ thing: text, from: text, to: text, otherwise: error }, ['thing', 'to']),
    size: { type: 'integer', minimum: 0, maximum: 100_000 },
    states,
    member,
    unknown: text,
    counter: text,
    step: { type: 'integer', minimum: 0 },
  }),
  minProperties: 1,
}
