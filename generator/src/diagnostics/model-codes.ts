import type { DiagnosticEntry } from './entry.ts'

/** RL3xx: parts of a document that the model does not support. */
export type ModelCode =
  'RL301' | 'RL302' | 'RL303' | 'RL304' | 'RL305' | 'RL306' | 'RL307' | 'RL310' | 'RL311'

export const modelCodes: Readonly<Record<ModelCode, DiagnosticEntry>> = {
  RL301: {
    severity: 'warning',
    title: 'an extension does not have its form',
    cause:
      'A member has the name of an extension that the generator knows, and another form. It is left out.',
    help: 'Give the extension the form that its schema says, or another name.',
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
    title: 'an extension names what is not there',
    cause:
      'The extension names a param or a member of the result that the method does not have. It is left out.',
    help: 'Name params by their names on the wire, and members that every result has.',
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
    title: 'two documents have one key',
    cause:
      'Clients, servers and packages are made of keys: the second document gets another one, which depends on the order of the inputs.',
    help: 'Give each document an `x-group` key of its own.',
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
    title: 'two documents have a method of one name at one address',
    cause:
      'A request names the address and the method: only that of the first document can be reached.',
    help: 'Give one of the documents another path, by `x-group` or by its first server, or one of the methods another name.',
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
    title: 'a link cannot be followed as written',
    cause:
      'It names a param that the next method does not take, or a value that neither params nor result of its own method have.',
    help: 'Write values as `${result.member}` or `${params.name}`, by the names on the wire.',
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
    title: 'a schema has no finite value',
    cause:
      'A required member, or an item that `minItems` requires, is of the type itself, directly or through others: each value would have to hold another one without end. Samples and mocks have `null` in its place.',
    help: 'Make the member optional, let it be null, or remove `minItems`.',
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
    title: 'a group cannot be called as asked',
    cause:
      'The name that the configuration or `x-group` gives to a document is no identifier, is reserved, or is that of another one. The message says what it is called instead.',
    help: 'Choose another name: letters and digits, and none that clients have for something else.',
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
  RL310: {
    severity: 'warning',
    title: 'a pattern of effects matches no method',
    cause:
      'The option `effects` of the configuration names methods by patterns, and none of the documents has a method that this one matches.',
    help: 'Correct the pattern, which is compared with whole method names as they are sent, or remove it.',
  },
  RL307: {
    severity: 'warning',
    title: 'a type has too many alternatives',
    cause:
      '`allOf` of many `anyOf` or `oneOf` stands for every combination of their alternatives, and TypeScript refuses a type of more than 100,000. The type leaves out the parts that make it too large; values are still checked against the whole schema.',
    help: 'Make one schema of the parts, with their members as optional properties.',
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
