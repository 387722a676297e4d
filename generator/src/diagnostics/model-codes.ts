import type { DiagnosticEntry } from './entry.ts'

/** RL3xx: parts of a document that the model does not support. */
export type ModelCode =
  | 'RL301'
  | 'RL302'
  | 'RL303'
  | 'RL304'
  | 'RL305'
  | 'RL306'
  | 'RL307'
  | 'RL310'
  | 'RL311'
  | 'RL312'
  | 'RL313'
  | 'RL314'
  | 'RL315'
  | 'RL316'
  | 'RL317'

const watch = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: watchPet
    params: [{ name: pet, required: true, schema: { type: string } }]
    result: { name: id, schema: { type: string } }
    x-subscription: { notification: petMoved, unsubscribe: unwatchPet, kinds: [{ name: moves, payload: { type: object } }]`

export const modelCodes: Readonly<Record<ModelCode, DiagnosticEntry>> = {
  RL301: {
    severity: 'warning',
    title: 'an extension is malformed',
    cause:
      'A member has the name of a known extension, but is not valid against the schema of that extension. It is ignored.',
    help: 'Write the extension as its schema requires, or rename it.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: listPets
    params: [{ name: after, schema: { type: string } }]
    result: { name: pets, schema: { type: object } }
    x-pagination: after
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: listPets
    params: [{ name: after, schema: { type: string } }]
    result:
      name: page
      schema: { type: object, properties: { pets: { type: array }, last: { type: string } } }
    x-pagination: { cursor: { param: after, result: last }, items: pets, end: empty-page }
`,
  },
  RL302: {
    severity: 'warning',
    title: 'an extension refers to something that does not exist',
    cause:
      'The extension names a param or a result member that the method does not have. It is ignored.',
    help: 'Use the param names as sent, and members that every result has.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: listPets
    params: [{ name: after, schema: { type: string } }]
    result: { name: pets, schema: { type: object, properties: { pets: { type: array } } } }
    x-pagination: { cursor: { param: after, result: last }, items: pets, end: empty-page }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: listPets
    params: [{ name: after, schema: { type: string } }]
    result:
      name: page
      schema: { type: object, properties: { pets: { type: array }, last: { type: string } } }
    x-pagination: { cursor: { param: after, result: last }, items: pets, end: empty-page }
`,
  },
  RL303: {
    severity: 'warning',
    title: 'two documents have the same key',
    cause:
      'Clients, servers and packages are named after keys. The second document gets another key, which depends on the order of the inputs.',
    help: 'Give each document a different `x-group` key.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: pets, path: /pets }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
# file: two.openrpc.yaml
openrpc: 1.3.2
info: { title: More, version: 1.0.0 }
x-group: { key: pets, path: /more }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: pets, path: /pets }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
# file: two.openrpc.yaml
openrpc: 1.3.2
info: { title: More, version: 1.0.0 }
x-group: { key: more, path: /more }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
  },
  RL304: {
    severity: 'warning',
    title: 'two documents have the same method at the same path',
    cause:
      'A request contains only the address and the method name, so only the method of the first document can be reached.',
    help: 'Give one of the documents another path, with `x-group` or its first server, or rename one of the methods.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: pets, path: /pets }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
# file: two.openrpc.yaml
openrpc: 1.3.2
info: { title: More, version: 1.0.0 }
x-group: { key: more, path: /pets }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: pets, path: /pets }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
# file: two.openrpc.yaml
openrpc: 1.3.2
info: { title: More, version: 1.0.0 }
x-group: { key: more, path: /more }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
  },
  RL305: {
    severity: 'warning',
    title: 'a link is invalid',
    cause:
      'The link names a param that the next method does not have, or a value that is in neither the params nor the result of its own method.',
    help: 'Write values as `${result.member}` or `${params.name}`, with the names as sent.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { type: object, properties: { owner: { type: string } } } }
    links: [{ name: owner, method: getOwner, params: { name: '\${result.keeper}' } }]
  - name: getOwner
    params: [{ name: name, schema: { type: string } }]
    result: { name: owner, schema: { type: string } }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { type: object, properties: { owner: { type: string } } } }
    links: [{ name: owner, method: getOwner, params: { name: '\${result.owner}' } }]
  - name: getOwner
    params: [{ name: name, schema: { type: string } }]
    result: { name: owner, schema: { type: string } }
`,
  },
  RL306: {
    severity: 'warning',
    title: 'a schema has no finite valid value',
    cause:
      'A required member, or an item that `minItems` requires, has the type of the value that contains it, directly or through other types. Each value would have to contain another value, without end. Samples and mocks use `null` instead.',
    help: 'Make the member optional or nullable, or remove `minItems`.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
components:
  schemas:
    Pet: { type: array, minItems: 3, items: { $ref: '#/components/schemas/Pet' } }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
components:
  schemas:
    Pet: { type: array, items: { $ref: '#/components/schemas/Pet' } }
`,
  },
  RL311: {
    severity: 'warning',
    title: 'the name of a group is not available',
    cause:
      'The name that the configuration or `x-group` gives to a document is not an identifier, is reserved, or is used by another document. The message shows the name that is used instead.',
    help: 'Choose a name of letters and digits that is not a member of every client, such as `batch`.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: batch }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-group: { key: batches }
methods: [{ name: getPet, params: [], result: { name: it, schema: { type: string } } }]
`,
  },
  RL312: {
    severity: 'warning',
    title: 'the first param of a subscription is not an enum of its topics',
    cause:
      'Without `single` in `x-subscription`, the first param selects the topic, so clients and servers replace it with the topic.',
    help: 'Add `single: true` if the method has one topic. Otherwise, declare a first param with an `enum` of the topics.',
    failing: `${watch} }
`,
    fixed: `${watch}, single: true }
`,
  },
  RL313: {
    severity: 'warning',
    title: 'the roles of a document do not say which one is the server',
    cause:
      'Calls and handlers are generated for two sides, a server and its clients. The document assigns every method by `x-implemented-by`, and to neither `server` nor `client`.',
    help: 'Name one of the roles `server` or `client`.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - { name: feed, params: [], x-implemented-by: [agent] }
  - { name: ask, params: [], x-implemented-by: [editor] }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - { name: feed, params: [], x-implemented-by: [server] }
  - { name: ask, params: [], x-implemented-by: [client] }
`,
  },
  RL314: {
    severity: 'warning',
    title: 'x-sender was replaced',
    cause:
      'A notification that the server sends is a method that the client implements, and `x-implemented-by` says so for every method.',
    help: 'Write `x-implemented-by: ["client"]` instead of `x-sender: server`.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - { name: petMoved, params: [], x-sender: server }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - { name: petMoved, params: [], x-implemented-by: [client] }
`,
  },
  RL315: {
    severity: 'warning',
    title: 'x-cancel or x-progress names a method or param that the document does not have',
    cause:
      'Calls are cancelled and progress is reported by notifications of the protocol. The other end ignores a notification with another name, or whose params have other names.',
    help: 'Correct the name. A notification that is not a method of the document is not checked.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-cancel: { method: $/cancel, id: id }
methods:
  - { name: $/cancel, params: [{ name: requestId, schema: {} }] }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
x-cancel: { method: $/cancel, id: requestId }
methods:
  - { name: $/cancel, params: [{ name: requestId, schema: {} }] }
`,
  },
  RL316: {
    severity: 'warning',
    title: 'x-when names a value that the param cannot have',
    cause:
      'The alternative of the result is for a value that is not valid against the schema of the param. No call can send it, so the alternative gets no signature of its own.',
    help: 'Use a value that the param allows, or extend the schema of the param.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: [{ name: detail, schema: { type: integer, maximum: 1 } }]
    result:
      name: pet
      schema:
        oneOf:
          - { type: string, x-when: { detail: 0 } }
          - { type: object, properties: { name: { type: string } }, x-when: { detail: 2 } }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: [{ name: detail, schema: { type: integer, maximum: 1 } }]
    result:
      name: pet
      schema:
        oneOf:
          - { type: string, x-when: { detail: 0 } }
          - { type: object, properties: { name: { type: string } }, x-when: { detail: 1 } }
`,
  },
  RL317: {
    severity: 'warning',
    title: 'a custom format is for values of another type',
    cause:
      'A format of the module `formats` is for strings, or with `of: "number"` for numbers, and the schema allows no such value. The format is ignored: values are neither checked nor converted.',
    help: 'Set `of` of the format, or correct the `type` of the schema, in the document or by an overlay.',
  },
  RL310: {
    severity: 'warning',
    title: 'an effect pattern matches no method',
    cause:
      'The option `effects` of the configuration selects methods by patterns, and this pattern matches no method of the documents.',
    help: 'Correct the pattern, which must match the whole method name as sent, or remove it.',
  },
  RL307: {
    severity: 'warning',
    title: 'a type has too many alternatives',
    cause:
      '`allOf` of many `anyOf` or `oneOf` expands to every combination of their alternatives, and TypeScript rejects a type of more than 100,000 alternatives. The type omits the parts that make it too large; values are still checked against the whole schema.',
    help: 'Merge the parts into one schema, with their members as optional properties.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
components:
  schemas:
    Pet:
      allOf: [${Array.from({ length: 14 }, (_, index) => `{ $ref: '#/components/schemas/P${index}' }`).join(', ')}]
${Array.from({ length: 14 }, (_, index) => `    P${index}: { anyOf: [{ type: object, properties: { a${index}: { type: string } }, required: [a${index}] }, { type: object, properties: { b${index}: { type: string } }, required: [b${index}] }] }`).join('\n')}
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
components:
  schemas:
    Pet: { type: object, properties: { a0: { type: string }, b0: { type: string } } }
`,
  },
}
