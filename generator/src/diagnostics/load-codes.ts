import type { DiagnosticEntry } from './entry.ts'

const head = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }`

/** RL1xx: reading files and resolving references. */
export type LoadCode =
  | 'RL101'
  | 'RL102'
  | 'RL103'
  | 'RL104'
  | 'RL105'
  | 'RL106'
  | 'RL107'
  | 'RL108'
  | 'RL109'
  | 'RL110'
  | 'RL111'
  | 'RL112'
  | 'RL113'
  | 'RL114'
  | 'RL115'
  | 'RL116'
  | 'RL117'
  | 'RL118'
  | 'RL119'
  | 'RL125'

/** A chain of components that refer to each other. */
function chain(length: number): string {
  const links = Array.from(
    { length },
    (_, at) => `S${at}: { $ref: '#/components/schemas/S${at + 1}' }`,
  )
  return `${head}
methods: []
components:
  schemas:
    ${links.join('\n    ')}
    S${length}: { type: string }
`
}

export const loadCodes: Readonly<Record<LoadCode, DiagnosticEntry>> = {
  RL101: {
    severity: 'error',
    title: 'a file cannot be read',
    cause: 'It does not exist, is a folder, or may not be opened.',
    help: 'Check the path, and that the file may be read.',
  },
  RL102: {
    severity: 'error',
    title: 'a file is not valid JSON',
    cause: 'JSON has double quotes only, a comma between any two members, and nothing left open.',
    help: 'Fix the syntax; the first fault of each line is named.',
    failing: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets" "version": "1.0.0" }, "methods": [] }
`,
    fixed: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0" }, "methods": [] }
`,
  },
  RL103: {
    severity: 'error',
    title: 'a file is not valid YAML',
    cause: 'Often an unquoted colon, a tab, or indentation that does not line up.',
    help: 'Fix the syntax; the first fault of each line is named. Indent with spaces alone, and quote a text that holds `: ` or ` #`.',
    failing: `${head}
methods: [
`,
    fixed: `${head}
methods: []
`,
  },
  RL104: {
    severity: 'error',
    title: 'the input is too large',
    cause:
      'A file over 32 MB, or more than 5000 files reached by references, is taken for a mistake.',
    help: 'Split the document, or leave out what is no part of the API.',
  },
  RL105: {
    severity: 'error',
    title: 'a file is nested too deeply',
    cause:
      'More than 400 levels of objects and arrays do not come from a person, and end in a full stack.',
    help: 'Move inner schemas to components and refer to them.',
    failing: `${head}
methods: []
x-deep: ${'['.repeat(410)}${']'.repeat(410)}
`,
    fixed: `${head}
methods: []
x-deep: [[[]]]
`,
  },
  RL106: {
    severity: 'error',
    title: 'a file is not Unicode text',
    cause: 'The file is binary, or was saved in an encoding other than UTF-8 and UTF-16.',
    help: 'Save the file as UTF-8.',
  },
  RL107: {
    severity: 'error',
    title: 'a file is not an OpenRPC document',
    cause:
      'It has neither `openrpc` nor `methods`: perhaps an OpenAPI document, or a file of shared schemas. What a service answered to rpc.discover is read as the document in it, with a warning.',
    help: 'Name only OpenRPC documents as inputs, and schemas whose `$id` is the address that documents refer to; files that are referred to by path are found by themselves.',
    failing: `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
`,
    fixed: `${head}
methods: []
`,
  },
  RL108: {
    severity: 'warning',
    title: 'a key is given twice',
    cause:
      'Of equal keys in one object the last one counts, so what stands under the others is lost.',
    help: 'Rename or remove all but one.',
    failing: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0", "version": "2.0.0" }, "methods": [] }
`,
    fixed: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "2.0.0" }, "methods": [] }
`,
  },
  RL109: {
    severity: 'warning',
    title: 'a YAML tag has no meaning',
    cause:
      'Documents are JSON, which has no binary data, dates, sets or types of its own: the value is read as if the tag were not there.',
    help: 'Remove the tag, and write the value as JSON would: text in quotes, a set as a list.',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: !release 1.0.0 }
methods: []
`,
    fixed: `${head}
methods: []
`,
  },
  RL110: {
    severity: 'error',
    title: 'a reference leads nowhere',
    cause:
      'The file or the pointer inside it does not exist. Relative references start at the file that holds them.',
    help: 'Fix the reference; with --allow-unresolved it becomes `unknown` and a warning.',
    failing: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/Pet' } }
components:
  schemas: { Pet: { type: string } }
`,
  },
  RL111: {
    severity: 'error',
    title: 'a reference leads to another kind of thing',
    cause:
      'For example a result that refers to an error, where a content descriptor is needed. A schema in the place of a content descriptor is clear enough, and a warning.',
    help: 'Refer to an element of the kind that the place asks for.',
    failing: `${head}
methods: [{ name: getPet, params: [], result: { $ref: '#/components/errors/Gone' } }]
components:
  errors: { Gone: { code: 1, message: Gone } }
`,
    fixed: `${head}
methods: [{ name: getPet, params: [], result: { name: pet, schema: {} } }]
components:
  errors: { Gone: { code: 1, message: Gone } }
`,
  },
  RL112: {
    severity: 'error',
    title: 'a reference leads only to itself',
    cause:
      'The chain of references closes without ever reaching a value. Cycles through a property are fine.',
    help: 'Give one element of the chain a value of its own.',
    failing: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/A' } }
components:
  schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: '#/components/schemas/A' } }
components:
  schemas: { A: { $ref: '#/components/schemas/B' }, B: { type: string } }
`,
  },
  RL113: {
    severity: 'error',
    title: 'a reference leaves the project',
    cause:
      'The file stands outside the folder of the configuration (or the working directory) and outside those of the documents, or a link leads there. A document that came from elsewhere could name any file of this machine, and another checkout would not have it.',
    help: 'Copy the file into the project, or say --allow-outside (allowOutside in the configuration), which leaves a warning.',
    failing: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: ../../pet.json } }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: schemas/pet.json } }
# file: schemas/pet.json
{ "type": "string" }
`,
  },
  RL114: {
    severity: 'error',
    title: 'a remote file cannot be read',
    cause:
      'The server does not answer, answers with an error or for too long (20 s), or the answer is not a document.',
    help: 'Check the address; one that does not end in .json, .yaml or .yml is asked by rpc.discover first. Nothing is cached between runs.',
  },
  RL115: {
    severity: 'error',
    title: 'a chain of references is too long',
    cause:
      'Each reference of a chain becomes a type of its own; more than 1000 behind each other do not come from a person.',
    help: 'Refer to what is at the end of the chain.',
    failing: chain(1001),
    fixed: chain(2),
  },
  RL116: {
    severity: 'error',
    title: 'the documents nest too deeply as a whole',
    cause:
      'Each file and each chain of references is within its limits, and what they say together is not: thousands of alternatives inside of alternatives, for example.',
    help: 'Flatten `oneOf`, `anyOf` and `allOf` that refer to each other, or split the document.',
  },
  RL117: {
    severity: 'warning',
    title: 'a reference starts at the schema around it',
    cause:
      'A pointer starts at the root of its file, which has no such place; a schema around the reference has. Tools that write schemas for embedding leave such references behind.',
    help: 'Move the definitions to `components.schemas`, or give the schema an `$id`.',
    failing: `${head}
methods:
  - name: getPet
    params: []
    result:
      name: pet
      schema:
        type: object
        properties: { name: { $ref: '#/$defs/Name' } }
        $defs: { Name: { type: string } }
`,
    fixed: `${head}
methods:
  - name: getPet
    params: []
    result:
      name: pet
      schema:
        type: object
        properties: { name: { $ref: '#/components/schemas/Name' } }
components:
  schemas: { Name: { type: string } }
`,
  },
  RL118: {
    severity: 'warning',
    title: 'a JSON file has comments or trailing commas',
    cause:
      'Many editors allow them in JSON, which does not: what they mean is clear here, and other tools will not read the file.',
    help: 'Remove them, or make the file YAML, which has comments.',
    failing: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0" }, /* none yet */ "methods": [] }
`,
    fixed: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0" }, "methods": [] }
`,
  },
  RL119: {
    severity: 'error',
    title: 'two fragments define one component',
    cause:
      'An input that is put together from many files has one component of a name. Two files, or a file and the root, define it differently.',
    help: 'Rename one of them, or keep the definition in one file and refer to it.',
  },
  RL125: {
    severity: 'warning',
    title: 'a number loses digits',
    cause:
      'A number with a fraction or an exponent is read as a double, which holds about 16 digits: the served document, the docs and the messages show what is left. Integers keep all of theirs.',
    help: 'Write no more digits than a double holds, or the number as a string.',
    failing: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0" }, "methods": [],
  "components": { "schemas": { "Share": { "type": "number", "maximum": 0.12345678901234567891 } } } }
`,
    fixed: `# file: api.openrpc.json
{ "openrpc": "1.3.2", "info": { "title": "Pets", "version": "1.0.0" }, "methods": [],
  "components": { "schemas": { "Share": { "type": "number", "maximum": 0.1234567890123457 } } } }
`,
  },
}
