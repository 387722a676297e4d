import type { DiagnosticEntry } from './entry.ts'

const head = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:`

/** Returns a sample document with the given methods, each on one line. */
function petsWith(...methods: readonly string[]): string {
  return [head, ...methods].join('\n')
}

/** Returns a sample method with one param of the given type, on one line. */
function method(name: string, type: string, more = ''): string {
  const param = `{ name: id, required: true, schema: { type: ${type} } }`
  return `  - { name: ${name}, params: [${param}], result: { name: pet, schema: { type: string } }${more} }`
}

const getPet = method('getPet', 'string')
const findPet = method('findPet', 'string')

/**
 * Returns the source text of a scaffolded class to which the user has added the given imports and members.
 */
function classWith(imports: string, ...members: readonly string[]): string {
  return [
    '# file: project/src/groups/pets.ts',
    `import type { ${imports} } from '@t/server/pets'`,
    '',
    'export class PetsService implements PetsHandlers {',
    ...members,
    '}',
    '',
  ].join('\n')
}

const body = '    return `pet ${params.id}`\n  }'
const successor = ', x-deprecated: { replacedBy: findPet }'
const noParams = '  - { name: getPet, params: [], result: { name: pet, schema: { type: string } } }'
const shop = petsWith(method('buy', 'string')).replace('Pets', 'Shop')
const filled = `  async getPet(params: GetPetParams): Promise<string> {\n${body}`

/** RL6xx: updates of a scaffolded project that contains the user's edits. */
export type ScaffoldCode =
  | 'RL601'
  | 'RL602'
  | 'RL603'
  | 'RL604'
  | 'RL605'
  | 'RL606'
  | 'RL607'
  | 'RL608'
  | 'RL609'
  | 'RL610'
  | 'RL611'
  | 'RL612'
  | 'RL613'
  | 'RL614'
  | 'RL615'

export const scaffoldCodes: Readonly<Record<ScaffoldCode, DiagnosticEntry>> = {
  RL601: {
    severity: 'error',
    title: 'the manifest of a scaffold cannot be read',
    cause:
      '`rpcloom.scaffold.json` records which code scaffold wrote. It is damaged, for example by a merge, or was written by a newer release.',
    help: 'Restore it from version control. Without it, scaffold treats every method as yours and only adds new ones.',
    failing: `${petsWith(getPet)}
# scaffold
# file: project/rpcloom.scaffold.json
<<<<<<< HEAD
`,
    fixed: `${petsWith(getPet)}
# scaffold
`,
  },
  RL602: {
    severity: 'error',
    title: 'a source file cannot be parsed',
    cause: 'A file with a syntax error cannot be edited safely, so it is not changed.',
    help: 'Fix the syntax error, and run `rpcloom scaffold` again.',
    failing: `${petsWith(getPet)}
# scaffold
# file: project/src/prices.ts
export const price =
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: project/src/prices.ts
export const price = 1
`,
  },
  RL603: {
    severity: 'error',
    title: 'a source file cannot be edited',
    cause:
      'The file is not UTF-8, or some file systems reject its name; or it is read-only, in which case nothing is written.',
    help: 'Save the file as UTF-8, rename it, or make it writable.',
    failing: `${petsWith(getPet)}
# scaffold
# file: project/src/aux.ts
export const price = 1
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: project/src/prices.ts
export const price = 1
`,
  },
  RL604: {
    severity: 'error',
    title: 'the folder cannot be used for a scaffold',
    cause:
      'The path is a file, or is inside generated packages, whose files the next run replaces.',
    help: 'Choose a folder outside of the generated packages.',
    failing: `${petsWith(getPet)}
# file: project
This is a file.
`,
    fixed: petsWith(getPet),
  },
  RL605: {
    severity: 'warning',
    title: 'the class of a handler interface is not found',
    cause:
      'Scaffold wrote a class that implements this interface, and no source file implements it any more. Scaffold does not update a handlers object that replaces the class: its members (spread objects, imported functions, computed names) may be known only at run time, so missing methods cannot be found.',
    help: 'Add `implements` to the class that replaced it, or remove its entry from rpcloom.scaffold.json to get a new one. To keep an object, declare it with the type of the interface: the compiler then checks it against the document.',
    failing: `${petsWith(getPet)}
# scaffold
# file: project/src/groups/pets.ts
export class Shelter {}
`,
    fixed: `${petsWith(getPet)}
# scaffold
${classWith('GetPetParams, PetsHandlers', filled).replace('PetsService', 'Shelter')}`,
  },
  RL606: {
    severity: 'warning',
    title: 'a deleted method is not added again',
    cause:
      'Scaffold wrote this method, and it no longer exists. It may be implemented where scaffold cannot see it, so no new stub is added.',
    help: 'Remove its entry from rpcloom.scaffold.json to get a new stub.',
    failing: `${petsWith(getPet)}
# scaffold
${classWith('PetsHandlers')}`,
    fixed: `${petsWith(getPet)}
# scaffold
${classWith('GetPetParams, PetsHandlers', filled)}`,
  },
  RL607: {
    severity: 'warning',
    title: 'a method was removed from the document',
    cause: 'The document no longer has the method. Your code is kept under a comment that says so.',
    help: 'Move the code that you still need, and delete the method.',
    failing: `${petsWith(getPet, findPet)}
# scaffold
# file: api.openrpc.yaml${petsWith(findPet)}
`,
    fixed: `${petsWith(getPet, findPet)}
# scaffold
# file: api.openrpc.yaml${petsWith(findPet)}
${classWith('FindPetParams, PetsHandlers', filled.replace('getPet', 'findPet').replace('Get', 'Find'))}`,
  },
  RL608: {
    severity: 'warning',
    title: 'a method was replaced',
    cause: 'The document names the replacement of this method in `x-deprecated.replacedBy`.',
    help: 'Move the body to the replacement, and call it from the old method as long as the document has both.',
    failing: `${petsWith(getPet)}
# scaffold
# file: api.openrpc.yaml${petsWith(method('getPet', 'string', successor), findPet)}
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: api.openrpc.yaml${petsWith(method('getPet', 'string', successor), findPet)}
# scaffold
${classWith('FindPetParams, GetPetParams, PetsHandlers', '  async getPet(params: GetPetParams): Promise<string> {\n    return this.findPet(params)\n  }', filled.replace('getPet', 'findPet').replace('Get', 'Find'))}`,
  },
  RL609: {
    severity: 'warning',
    title: 'an edited signature is kept',
    cause:
      'The document changed the types of this method, and you changed the signature that scaffold wrote.',
    help: 'Compare the signature with the handler interface; the compiler reports what does not match.',
    failing: `${petsWith(getPet)}
# scaffold
${classWith('GetPetParams, PetsHandlers', filled.replace('GetPetParams', 'Readonly<GetPetParams>'))}# file: api.openrpc.yaml${petsWith(noParams)}
`,
    fixed: `${petsWith(getPet)}
# scaffold
${classWith('GetPetParams, PetsHandlers', filled)}# file: api.openrpc.yaml${petsWith(noParams)}
`,
  },
  RL610: {
    severity: 'warning',
    title: 'an edited doc comment is kept',
    cause:
      'The document changed the description of this method, and you changed the comment that scaffold wrote.',
    help: 'Copy the changes by hand; the handler interface has the new text.',
    failing: `${petsWith(method('getPet', 'string', ', summary: One pet'))}
# scaffold
${classWith('GetPetParams, PetsHandlers', '  /** My pet */', filled)}# file: api.openrpc.yaml${petsWith(method('getPet', 'string', ', summary: A pet by its ID'))}
`,
    fixed: `${petsWith(method('getPet', 'string', ', summary: One pet'))}
# scaffold
${classWith('GetPetParams, PetsHandlers', '  /** One pet */', filled)}# file: api.openrpc.yaml${petsWith(method('getPet', 'string', ', summary: A pet by its ID'))}
`,
  },
  RL611: {
    severity: 'warning',
    title: 'the handlers object is not updated',
    cause:
      'A group was added or removed. Scaffold found no object that has the type `Handlers` or is passed to `createServer` (in a client: that has the type `GroupHandlers`), or you edited the value of the removed group.',
    help: 'Add the class of the new group to the handlers object, or remove the old group from the object.',
    failing: `${petsWith(getPet)}
# scaffold
# file: project/src/handlers.ts
export const handlers = new Map()
# file: shop.openrpc.yaml${shop}
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: shop.openrpc.yaml${shop}
`,
  },
  RL612: {
    severity: 'warning',
    title: 'a group was removed from the documents',
    cause:
      'The group was removed or renamed, so its handler interface no longer exists. The class is kept, marked by a comment, and no longer implements the interface.',
    help: 'Move the bodies that you still need to the class that the message names, and delete the old class.',
    failing: `${petsWith(getPet)}
# file: shop.openrpc.yaml${shop}
# scaffold
# file: shop.openrpc.yaml
`,
    fixed: `${petsWith(getPet)}
# file: shop.openrpc.yaml${shop}
# scaffold
# file: shop.openrpc.yaml
# file: project/src/groups/shop.ts
`,
  },
  RL613: {
    severity: 'warning',
    title: 'an existing file is kept',
    cause: 'Scaffold writes this file into a new project and never overwrites a file of yours.',
    help: 'Keep your file if it works. Otherwise move it and run scaffold again to get the generated file.',
    failing: `${petsWith(getPet)}
# file: project/README.md
Mine.
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: project/README.md
Mine.
`,
  },
  RL614: {
    severity: 'warning',
    title: 'the project and the generated package are not in one workspace',
    cause:
      'Outside of a workspace, npm links the folder of the generated package without installing its dependencies, so the project would not compile.',
    help: 'Put both into one workspace, as the message says, and run `npm install` there. Outside of a workspace, npm would look for the generated types in a registry.',
    failing: `${petsWith(getPet)}
# scaffold
# file: server/package.json
{ "dependencies": { "@rpcloom/rpc": "0.1.0" } }
`,
    fixed: `${petsWith(getPet)}
# scaffold
# file: server/package.json
{ "dependencies": { "@rpcloom/rpc": "0.1.0" } }
# file: package.json
{ "private": true, "workspaces": ["server", "project"] }
`,
  },
  RL615: {
    severity: 'error',
    title: 'the documents have no methods for a scaffold',
    cause:
      'Scaffold writes a stub for each method that the side implements: `server`, or `client` for methods with `x-implemented-by: ["client"]`. The documents have none for this side.',
    help: 'Scaffold the other side, or mark the methods that the client implements.',
    failing: `${petsWith(getPet.replace('params:', 'x-implemented-by: [client], params:'))}
# scaffold
`,
    fixed: `${petsWith(getPet)}
# scaffold
`,
  },
}
