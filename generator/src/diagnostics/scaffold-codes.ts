import type { DiagnosticEntry } from './entry.ts'

const head = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:`

/** A document with these methods, one line each. */
function petsWith(...methods: readonly string[]): string {
  return [head, ...methods].join('\n')
}

/** A method with one param of a type, in one line. */
function method(name: string, type: string, more = ''): string {
  const param = `{ name: id, required: true, schema: { type: ${type} } }`
  return `  - { name: ${name}, params: [${param}], result: { name: pet, schema: { type: string } }${more} }`
}

const getPet = method('getPet', 'string')
const findPet = method('findPet', 'string')

/** The class of a group after the user's edits. */
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

/** RL6xx: updates of a scaffolded project and the user's changes in it. */
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

export const scaffoldCodes: Readonly<Record<ScaffoldCode, DiagnosticEntry>> = {
  RL601: {
    severity: 'error',
    title: 'the manifest of a scaffold cannot be read',
    cause:
      '`rpcloom.scaffold.json` tells what scaffold wrote from what you wrote. It is damaged, for example by a merge, or written by a newer release.',
    help: 'Restore it from version control. Without it every method counts as yours, and only new ones are added.',
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
    title: 'a source does not parse',
    cause: 'A file with a syntax error could only be edited by guessing, so it is left as it is.',
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
    title: 'a source cannot be edited',
    cause:
      'It is no UTF-8 text, or its name is one that some file systems refuse; or it is read-only, and nothing is written at all.',
    help: 'Save it as UTF-8, rename it, or make it writable.',
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
    title: 'the folder cannot hold a scaffold',
    cause:
      'It is a file, or it stands where generated packages are written, whose files the next run replaces.',
    help: 'Name a folder outside of the generated packages.',
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
      'Scaffold wrote a class that implements this interface, and no source of the project does so any more. An object in its place is not followed: what it consists of (spread objects, functions from elsewhere, computed names) only shows when the program runs, so that nothing could say which methods it lacks.',
    help: 'Add `implements` to the class that took its place, or remove its entry from rpcloom.scaffold.json to get a new one. Handlers that stay an object are held to the document by the compiler, if their type is the interface.',
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
    title: 'a method that you deleted stays deleted',
    cause:
      'Scaffold wrote this method once, and it is gone: it may be implemented where scaffold cannot see it, so no stub takes its place.',
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
    title: 'a method is not in the document any more',
    cause: 'The document dropped it. What you wrote is kept, under a comment that says so.',
    help: 'Move what you still need, and delete the method.',
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
    title: 'a method has a successor',
    cause: 'The document says by `x-deprecated.replacedBy` which method should be used instead.',
    help: 'Move the body to the successor, and let the old method call it while the document has both.',
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
    title: 'a signature that you changed is kept',
    cause:
      'The document changed the types of this method, and its signature is not as scaffold wrote it.',
    help: 'Compare it with the handler interface; the compiler names what does not fit.',
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
    title: 'a doc comment that you changed is kept',
    cause:
      'The document describes this method in other words now, and its comment is not as scaffold wrote it.',
    help: 'Bring over what is new by hand; the handler interface has the new text.',
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
    title: 'the composition is not recognised',
    cause:
      'A group came or went, and no object of the type `Handlers`, or given to `createServer`, is found that could follow.',
    help: 'Add the class of the group to what you give to `createServer`, or take it out.',
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
    title: 'a group is not in the documents any more',
    cause:
      'Its handler interface is gone, because the group was removed or renamed. The class is kept under a comment, and no longer implements it.',
    help: 'Move the bodies that you still need to the class that the message names, and delete this one.',
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
    title: 'a file was there before',
    cause: 'Scaffold writes this file into a new project, and never over one of yours.',
    help: 'Nothing, if the file does its work; move it and run again to get the one of scaffold.',
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
    title: 'the generated package is in no workspace with the project',
    cause:
      'Outside of a workspace npm links the folder of the generated package, and does not install what that package depends on: the project would not compile.',
    help: 'Make one workspace of both, as the message says, and run `npm install` there. Outside of a workspace npm would look for the generated types in a registry.',
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
}
