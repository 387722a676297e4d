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
  | 'RL126'

/** Returns a chain of components, each of which refers to the next component. */
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
    cause: 'The operating system refuses to open the file, or reading it fails.',
    help: 'Check the path and the permissions of the file.',
  },
  RL102: {
    severity: 'error',
    title: 'a file is not valid JSON',
    cause:
      'JSON requires double quotes, a comma between members, and a closing bracket for each opening bracket.',
    help: 'Fix the syntax; the first error of each line is reported.',
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
    cause: 'Common causes are an unquoted colon, a tab, and inconsistent indentation.',
    help: 'Fix the syntax; the first error of each line is reported. Indent with spaces only, and quote a string that contains `: ` or ` #`.',
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
      'A file is larger than 32 MB, or references reach more than 5000 files. Both are most likely mistakes.',
    help: 'Split the document, or remove parts that do not belong to the API.',
  },
  RL105: {
    severity: 'error',
    title: 'a file is nested too deeply',
    cause:
      'More than 400 levels of objects and arrays are most likely a mistake, and overflow the call stack.',
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
      'The file has neither `openrpc` nor `methods`. It may be an OpenAPI document, or a file of shared schemas. A saved response to rpc.discover is accepted with a warning: its result is read as the document.',
    help: 'List OpenRPC documents as inputs, and schema files whose `$id` equals the URL of a `$ref`. Files that are referenced by path need not be listed.',
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
    title: 'an object has a duplicate key',
    cause:
      'The last of several equal keys in an object wins, so the values of the earlier keys are lost.',
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
    title: 'a YAML tag is not supported',
    cause:
      'Documents are JSON, which has no binary data, dates, sets or custom types. The value is read as if it had no tag.',
    help: 'Remove the tag, and write the value as in JSON: a quoted string, or a list instead of a set.',
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
    title: 'unresolved reference',
    cause:
      'The file does not exist, or the pointer matches nothing in it. Relative references are resolved against the file that contains them.',
    help: 'Correct the path or the pointer, or add the element. With --allow-unresolved the reference becomes `unknown`, with a warning.',
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
    title: 'a reference points to an element of the wrong type',
    cause:
      'For example, a result refers to an error instead of a content descriptor. A schema in place of a content descriptor is accepted with a warning.',
    help: 'Refer to an element of the required kind.',
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
    title: 'circular reference',
    cause:
      'The references form a cycle that never reaches a value. Cycles through a property are allowed.',
    help: 'Replace one reference of the cycle with a value.',
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
    title: 'a reference points outside the project',
    cause:
      'The file, or the target of a symbolic link, is outside the folder of the configuration (or the working directory) and outside the folders of the documents. Otherwise a document from an untrusted source could read any file on this machine, and other checkouts would lack the file.',
    help: 'Copy the file into the project, or set --allow-outside (`allowOutside` in the configuration), which reports a warning instead.',
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
      'The server cannot be reached, does not respond within 20 s, or responds with an error or with something other than a document.',
    help: 'Check the address. An address that does not end in .json, .yaml or .yml is queried with rpc.discover first. Only pinned addresses are cached between runs.',
  },
  RL115: {
    severity: 'error',
    title: 'a chain of references is too long',
    cause:
      'Each reference of a chain becomes its own type. A chain of more than 1000 references is most likely a mistake.',
    help: 'Refer to the last element of the chain.',
    failing: chain(1001),
    fixed: chain(2),
  },
  RL116: {
    severity: 'error',
    title: 'the documents combined are nested too deeply',
    cause:
      'Each file and each chain of references is within its limits, but their combination is not: for example, thousands of nested alternatives.',
    help: 'Flatten `oneOf`, `anyOf` and `allOf` that refer to each other, or split the document.',
  },
  RL117: {
    severity: 'warning',
    title: 'a reference is resolved relative to its enclosing schema',
    cause:
      'A pointer is resolved against the root of its file, where it matches nothing. It does match inside a schema that encloses the reference. Tools that write schemas for embedding produce these references.',
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
      'Many editors allow them, but JSON does not. The generator reads the file, and other tools will not.',
    help: 'Remove them, or convert the file to YAML, which has comments.',
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
      'All fragments of an input share one set of component names. Two files, or a file and the root, define the same name differently.',
    help: 'Rename one of them, or keep the definition in one file and refer to it.',
  },
  RL126: {
    severity: 'error',
    title: 'the content of a pinned address does not match its digest',
    cause:
      'The SHA-256 after `#sha256=` in the configuration differs from the SHA-256 of the content: the document changed, or the digest is misspelled.',
    help: 'Pin an address whose content never changes, such as a URL that contains a commit hash. If the new content is intended, copy its digest from the message.',
  },
  RL125: {
    severity: 'warning',
    title: 'a number loses precision',
    cause:
      'A number with a fraction or an exponent is read as a double, which holds about 16 digits. The served document, the docs and the messages show the rounded number. Integers keep all of their digits.',
    help: 'Write no more digits than a double holds, or write the number as a string.',
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
