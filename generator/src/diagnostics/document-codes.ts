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

/** RL2xx: validity of documents against the OpenRPC specification, and of examples against schemas. */
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
      'Versions 1.x are known; another major version may mean something else by the same words.',
    help: 'Give the document an `openrpc` version from 1.0.0 to 1.4.x.',
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
    title: 'the version of OpenRPC is unclear',
    cause:
      'The member `openrpc` is missing, is no version, or is newer than the newest one known here.',
    help: 'Give the document an `openrpc` version from 1.0.0 to 1.4.x.',
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
      'The specification requires it. It is an error where nothing can be generated without it.',
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
      'The specification asks for another type. Params given as a schema, null for a member that is not there, and scalars in another form are read as they were meant, and the message says how; anything else is an error where the meaning is lost.',
    help: 'Write the value as the specification says.',
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
    cause: 'A misspelled member does nothing, and readers of the document cannot rely on it.',
    help: 'Check the spelling, or begin the name with `x-` if it is an extension.',
    failing: `${head}
methods: [{ name: getPet, sumary: Reads a pet, params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, summary: Reads a pet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL206: {
    severity: 'warning',
    title: 'a value is not one of those allowed',
    cause: 'The specification lists the values; any other is read as if it were absent.',
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
      'JSON Schema gives the keyword another form, or another keyword rules it out. Where only one thing can be meant, it is read so, and the message says how; otherwise it says nothing.',
    help: 'Write the keyword as JSON Schema says.',
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
      'The published meta-schema refuses something that is no obstacle here, for example a URL without a scheme, or a value that does not match the schema of its extension.',
    help: 'Other tools may refuse the document; fix it where you can.',
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
    title: 'two methods have one name',
    cause: 'A call names only the method, so the second could never be reached.',
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
    title: 'two params of a method have one name',
    cause: 'By name, only one of them could be given.',
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
    cause: 'By position the optional one cannot be left out, so it is required in fact.',
    help: 'Put required params first, or make the method `by-name`.',
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
    cause: 'Nothing can be generated for the link.',
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
    cause: 'Nothing could be called by it, neither on the wire nor in code.',
    help: 'Name the method.',
    failing: `${head}
methods: [{ name: '', params: [], result: { name: pet, schema: {} } }]
`,
    fixed: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: {} } }]
`,
  },
  RL251: {
    severity: 'warning',
    title: 'an example fails its schema',
    cause: 'Mocks and docs show examples, so a wrong one misleads.',
    help: 'Fix the example, or the schema if that is what is wrong.',
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
    cause: 'The example is read by position instead, which may not be what was meant.',
    help: 'Use the names of the params.',
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
    cause: 'A server would refuse the call that the example shows.',
    help: 'Remove the params that the method does not take.',
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
    title: 'an example leaves out a required param',
    cause: 'A server would refuse the call that the example shows.',
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
    cause: 'The method answers, so a mock has nothing to answer with.',
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
    title: 'a pattern may take longer than anyone waits',
    cause:
      'It looks around or back and repeats, which some texts make take twice as long with each character. Other such patterns are read in another way; this one is tried on short texts alone, and a longer text does not match it.',
    help: 'Say it without looking around or back, or bound the repetitions.',
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
