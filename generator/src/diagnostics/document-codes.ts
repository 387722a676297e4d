import type { DiagnosticEntry } from './entry.ts'

const head = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }`

const getPet = `${head}
methods:
  - name: getPet
    params: [{ name: id, required: true, schema: { type: integer } }]
    result: { name: pet, schema: { type: string } }
    examples:`

/**
 * RL2xx: validity of documents against the OpenRPC specification, and of examples against schemas.
 */
export type DocumentCode =
  | 'RL201'
  | 'RL202'
  | 'RL203'
  | 'RL204'
  | 'RL205'
  | 'RL206'
  | 'RL207'
  | 'RL208'
  | 'RL211'
  | 'RL212'
  | 'RL213'
  | 'RL214'
  | 'RL215'
  | 'RL216'
  | 'RL251'
  | 'RL252'
  | 'RL253'
  | 'RL254'
  | 'RL255'
  | 'RL256'

export const documentCodes: Readonly<Record<DocumentCode, DiagnosticEntry>> = {
  RL201: {
    severity: 'error',
    title: 'this version of OpenRPC is not supported',
    cause:
      'The generator supports OpenRPC 1.x. Another major version may define the same members differently.',
    help: 'Set `openrpc` to a version from 1.0.0 to 1.4.x.',
    failing: `
openrpc: 2.0.0
info: { title: Pets, version: 1.0.0 }
methods: []
`,
    fixed: `${head}
methods: []
`,
  },
  RL202: {
    severity: 'warning',
    title: 'the OpenRPC version is missing or invalid',
    cause:
      'The member `openrpc` is missing, is not a version, or is newer than the newest supported version.',
    help: 'Set `openrpc` to a version from 1.0.0 to 1.4.x.',
    failing: `
info: { title: Pets, version: 1.0.0 }
methods: []
`,
    fixed: `${head}
methods: []
`,
  },
  RL203: {
    severity: 'warning',
    title: 'a required member is missing',
    cause:
      'The specification requires the member. The severity is error if nothing can be generated without it.',
    help: 'Add the member.',
    failing: `${head}
methods: [{ name: getPet, result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL204: {
    severity: 'warning',
    title: 'a member has the wrong type',
    cause:
      'The specification requires another type. Params written as a schema, null for an absent member, and scalars in another form are converted, and the message says how. Any other value is an error if its meaning is lost.',
    help: 'Write the value as the specification requires.',
    failing: `${head}
methods: [{ name: getPet, summary: 7, params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, summary: Reads a pet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL205: {
    severity: 'warning',
    title: 'a member is not part of the specification',
    cause: 'A misspelled member has no effect, and readers of the document cannot rely on it.',
    help: 'Check the spelling, or start the name with `x-` if it is an extension.',
    failing: `${head}
methods: [{ name: getPet, sumary: Reads a pet, params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, summary: Reads a pet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL206: {
    severity: 'warning',
    title: 'a value is not allowed',
    cause: 'The specification lists the allowed values. Any other value is treated as absent.',
    help: 'Use one of the listed values.',
    failing: `${head}
methods: [{ name: getPet, paramStructure: named, params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, paramStructure: by-name, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL207: {
    severity: 'warning',
    title: 'a schema keyword is malformed',
    cause:
      'JSON Schema requires another form, or another keyword conflicts with this one. If only one meaning is possible, the keyword is read that way, and the message says how; otherwise it is ignored.',
    help: 'Write the keyword as JSON Schema defines it.',
    failing: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: { type: strin } } }]
`,
    fixed: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: { type: string } } }]
`,
  },
  RL208: {
    severity: 'warning',
    title: 'the document is not valid against the OpenRPC meta-schema',
    cause:
      'The published meta-schema rejects something that the generator accepts, for example a URL without a scheme, or an extension value that does not match its schema.',
    help: 'Fix the document where you can: other tools may reject it.',
    failing: `${head}
externalDocs: { url: docs/index.md }
methods: []
`,
    fixed: `${head}
externalDocs: { url: 'https://example.org/docs' }
methods: []
`,
  },
  RL211: {
    severity: 'error',
    title: 'two methods have the same name',
    cause:
      'A request identifies a method by its name alone, so the second method could never be called.',
    help: 'Rename or remove one of them.',
    failing: `${head}
methods:
  - { name: getPet, params: [], result: { name: pet, schema: {} } }
  - { name: getPet, params: [], result: { name: pets, schema: {} } }
`,
    fixed: `${head}
methods:
  - { name: getPet, params: [], result: { name: pet, schema: {} } }
  - { name: getPets, params: [], result: { name: pets, schema: {} } }
`,
  },
  RL212: {
    severity: 'error',
    title: 'two params of a method have the same name',
    cause: 'With params by name, only one of them could be sent.',
    help: 'Rename one of them.',
    failing: `${head}
methods:
  - name: getPet
    params: [{ name: id, schema: {} }, { name: id, schema: {} }]
    result: { name: pet, schema: {} }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: [{ name: id, schema: {} }, { name: owner, schema: {} }]
    result: { name: pet, schema: {} }
`,
  },
  RL213: {
    severity: 'warning',
    title: 'a required param follows an optional one',
    cause:
      'In positional params the optional param cannot be omitted, so it is effectively required.',
    help: 'Put required params first, or set `paramStructure: by-name`.',
    failing: `${head}
methods:
  - name: getPet
    params: [{ name: kind, schema: {} }, { name: id, required: true, schema: {} }]
    result: { name: pet, schema: {} }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: [{ name: id, required: true, schema: {} }, { name: kind, schema: {} }]
    result: { name: pet, schema: {} }
`,
  },
  RL214: {
    severity: 'warning',
    title: 'a link names a method that the document does not have',
    cause: 'Nothing is generated for the link.',
    help: 'Name a method of the same document.',
    failing: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: {} }
    links: [{ name: owner, method: getOwner }]
`,
    fixed: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: {} }
    links: [{ name: again, method: getPet }]
`,
  },
  RL215: {
    severity: 'error',
    title: 'a method has an empty name',
    cause: 'Neither a request nor generated code can refer to the method.',
    help: 'Name the method.',
    failing: `${head}
methods: [{ name: '', params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL216: {
    severity: 'warning',
    title: 'a server URL contains credentials',
    cause:
      'The clients, mocks and published documents contain the URL, so everyone who has them can read it.',
    help: 'Remove user, password, or the query param with the key; callers pass them in a header, or set a variable of the URL. Replace them on the server if the document was published.',
    failing: `${head}
servers: [{ name: shop, url: 'https://pets.example/rpc?apiKey=hunter2' }]
methods: []
`,
    fixed: `${head}
servers: [{ name: shop, url: 'https://pets.example/rpc' }]
methods: []
`,
  },
  RL251: {
    severity: 'warning',
    title: 'an example is not valid against its schema',
    cause: 'Mocks and docs show examples, so an invalid example misleads readers.',
    help: 'Fix the example, or the schema if the example is right.',
    failing: `${getPet}
      - { name: one, params: [{ name: id, value: seven }], result: { name: pet, value: Rex } }
`,
    fixed: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }], result: { name: pet, value: Rex } }
`,
  },
  RL252: {
    severity: 'warning',
    title: 'an example names a param that the method does not have',
    cause: 'The example is read by position instead, which may not be the intended order.',
    help: "Use the names of the method's params.",
    failing: `${getPet}
      - { name: one, params: [{ name: number, value: 7 }], result: { name: pet, value: Rex } }
`,
    fixed: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }], result: { name: pet, value: Rex } }
`,
  },
  RL253: {
    severity: 'warning',
    title: 'an example has more params than the method',
    cause: 'A server would reject the request that the example shows.',
    help: 'Remove the params that the method does not have.',
    failing: `${getPet}
      - name: one
        params: [{ name: id, value: 7 }, { name: kind, value: dog }]
        result: { name: pet, value: Rex }
`,
    fixed: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }], result: { name: pet, value: Rex } }
`,
  },
  RL254: {
    severity: 'warning',
    title: 'an example omits a required param',
    cause: 'A server would reject the request that the example shows.',
    help: 'Add the param to the example.',
    failing: `${getPet}
      - { name: one, params: [], result: { name: pet, value: Rex } }
`,
    fixed: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }], result: { name: pet, value: Rex } }
`,
  },
  RL255: {
    severity: 'warning',
    title: 'an example has no result',
    cause: 'The method returns a result, and the example gives a mock no value to return.',
    help: 'Add the result to the example.',
    failing: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }] }
`,
    fixed: `${getPet}
      - { name: one, params: [{ name: id, value: 7 }], result: { name: pet, value: Rex } }
`,
  },
  RL256: {
    severity: 'warning',
    title: 'a pattern may take exponential time to match',
    cause:
      'The pattern combines lookaround or backreferences with repetition, so for some strings the matching time doubles with each character. Other slow patterns are matched by an automaton. A pattern of this kind is tested against short strings only; longer strings do not match.',
    help: 'Rewrite the pattern without lookaround and backreferences, or bound its repetitions.',
    failing: `${head}
methods:
  - name: getPet
    params: [{ name: name, schema: { type: string, pattern: '^(?!.*(a|b)+x).*$' } }]
    result: { name: pet, schema: {} }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: [{ name: name, schema: { type: string, pattern: '^[c-z]*$' } }]
    result: { name: pet, schema: {} }
`,
  },
}
