import { expect, test } from 'vitest'
import { petsWith, three, type Wanted } from './pets.ts'
import { compile, workbench, type Workbench } from './workbench.ts'

const main = 'src/groups/pets.ts'
const number: Wanted['params'] = [{ name: 'count', required: true, schema: { type: 'integer' } }]

interface Case {
  readonly name: string
  /** The user's edit of the class file. */
  readonly user: (text: string) => string
  readonly methods: Readonly<Record<string, Wanted>>
  /** Expected contents of the file, and contents that must be gone. */
  readonly holds?: readonly (string | RegExp)[]
  readonly lacks?: readonly (string | RegExp)[]
  readonly codes?: readonly string[]
  /** The body is no longer valid, and the compiler reports an error in the body. */
  readonly broken?: true
}

const { 'pets.get': get = {}, 'pets.list': list = {}, 'pets.drop': drop = {} } = three
const same = (text: string): string => text
const stub = (member: string): RegExp =>
  new RegExp(String.raw`async ${member}\([^)]*\): Promise<[^{]*> \{\s*throw [^}]*\}`)

const cases: readonly Case[] = [
  {
    name: 'a changed signature follows, its imports with it',
    user: same,
    methods: { ...three, 'pets.list': { params: number, result: { type: 'boolean' } } },
    holds: ['async list(params: ListParams, ctx: Context): Promise<boolean>', 'ListParams,'],
    lacks: ['NoParams'],
  },
  {
    name: 'a changed doc comment follows',
    user: same,
    methods: { ...three, 'pets.get': { ...get, summary: 'Something new' } },
    holds: ['  /** Something new */\n'],
    lacks: ['About pets.get'],
  },
  {
    name: 'a doc comment that is the user’s stays',
    user: (text) => text.replace('About pets.get', 'My own words'),
    methods: { ...three, 'pets.get': { ...get, summary: 'Something new' } },
    holds: ['My own words'],
    lacks: ['Something new'],
    codes: ['RL610'],
  },
  {
    name: 'a doc comment that was deleted stays deleted',
    user: (text) =>
      text.replace(/ {2}\/\*\*(?:(?!\*\/).)*About pets\.get(?:(?!\*\/).)*\*\/\n/s, ''),
    methods: { ...three, 'pets.get': { ...get, summary: 'Something new' } },
    lacks: ['Something new', 'About pets.get'],
    codes: ['RL610'],
  },
  {
    name: 'a removed method is kept and marked, and its types become unknown',
    user: (text) =>
      text.replace(stub('get'), (old) => old.replace(/throw .*/, 'throw params // mine')),
    methods: { 'pets.list': list, 'pets.drop': drop },
    holds: [
      /\/\/ rpcloom: pets\.get is no longer in the documents\.\n {2}\/\*\*/,
      'async get(params: unknown, ctx: Context): Promise<Pet>',
      'throw params // mine',
    ],
    lacks: ['GetParams'],
    codes: ['RL607'],
  },
  {
    name: 'a list of imports on several lines loses its last names together',
    user: (text) =>
      text.replace(/import type \{ (.*) \} from '(.*pets)'/, (_, names: string, from: string) => {
        const sorted = ['PetsHandlers', 'Pet', 'GetParams', 'DropParams']
        return names === '' ? '' : `import type {\n  ${sorted.join(',\n  ')},\n} from '${from}'`
      }),
    methods: {
      'pets.get': { ...get, params: [] },
      'pets.list': list,
      'pets.drop': { ...drop, params: [] },
    },
    holds: ['import type {\n  PetsHandlers,\n  Pet,\n} from'],
  },
  {
    name: 'a renamed param, a reordered member and a decorator stay',
    user: (text) => `${text.replace('async get(params:', '@once\n  async get(request:')}\n${once}`,
    methods: { ...three, 'pets.get': { params: [], result: { type: 'integer' } } },
    holds: ['@once\n  async get(request: NoParams, ctx: Context): Promise<number>'],
  },
  {
    name: 'destructured params and a synchronous handler follow',
    user: (text) =>
      text.replace(stub('get'), 'get({ id }: GetParams): Pet {\n    return { id }\n  }'),
    methods: { ...three, 'pets.get': { params: number, result: { type: 'array' } } },
    holds: ['get({ id }: GetParams): readonly unknown[] {\n    return { id }'],
    broken: true,
  },
  {
    name: 'a property with an arrow function follows',
    user: (text) =>
      text.replace(
        stub('get'),
        'readonly get = async (params: GetParams): Promise<Pet> => ({ id: params.id })',
      ),
    methods: { ...three, 'pets.get': { params: [], result: { type: 'boolean' } } },
    holds: ['get = async (params: NoParams): Promise<boolean> => ({ id: params.id })'],
    broken: true,
  },
  {
    name: 'a property typed by the interface is its own follower, and forgets when the method goes',
    user: (text) =>
      text.replace(
        stub('get'),
        "readonly get: PetsHandlers['get'] = async (params): Promise<Pet> => ({ id: String(params) })",
      ),
    methods: { 'pets.list': list, 'pets.drop': drop },
    holds: ['readonly get: ((params: unknown, ctx: unknown) => unknown) = async (params)'],
    codes: ['RL607'],
  },
  {
    name: 'overloads follow together',
    user: (text) =>
      text.replace(
        stub('get'),
        'get(params: GetParams): Promise<Pet>\n  async get(params: GetParams): Promise<Pet> {\n    return { id: params.id }\n  }',
      ),
    methods: { ...three, 'pets.get': { params: [] } },
    holds: ['get(params: NoParams): Promise<Pet>\n  async get(params: NoParams): Promise<Pet> {'],
    broken: true,
  },
  {
    name: 'types of a namespace follow inside of it',
    user: (text) =>
      text
        .replace(/import type \{ .* \} from '(.*pets)'/, "import type * as api from '$1'")
        .replaceAll(/\b(?:GetParams|DropParams|Pet|PetsHandlers)\b/g, 'api.$&'),
    methods: {
      ...three,
      'pets.list': { params: number, result: { $ref: '#/components/schemas/Pet' } },
    },
    holds: ['async list(params: api.ListParams, ctx: Context): Promise<api.Pet>'],
    lacks: ['import type {  '],
  },
  {
    name: 'what is added is quoted and ended like the rest, and copies no comment of an import',
    user: (text) =>
      text
        .replaceAll(/^(import .*)'(.*)'$/gm, '$1"$2";')
        .replace(/import type \{ (.*) \} from (.*pets.*)/, (_, names: string, from: string) => {
          return `import type { // ours\n  ${names.split(', ').join(',\n  ')}, // all\n} from ${from}`
        }),
    methods: { ...three, 'pets.add': { params: number } },
    holds: [
      'throw notImplemented("pets.add");',
      /import type \{ \/\/ ours\n {2}AddParams,\n {2}\w+,\n/,
    ],
    lacks: [/ours[^]*ours/],
  },
  {
    name: 'a signature that is the user’s stays',
    user: (text) => text.replace('params: GetParams', 'params: Readonly<GetParams>'),
    methods: { ...three, 'pets.get': { params: [] } },
    holds: ['params: Readonly<GetParams>'],
    codes: ['RL609'],
    broken: true,
  },
  {
    name: 'a type in another layout and under another name is still ours',
    user: (text) =>
      text
        .replace('GetParams, ', 'GetParams as Wanted, ')
        .replace('params: GetParams', 'params : Wanted')
        .replace('Promise<readonly string[]>', 'Promise<\n    readonly (string)[]\n  >'),
    methods: { ...three, 'pets.get': { params: [] }, 'pets.list': { params: [] } },
    holds: ['params : NoParams', 'Promise<\n    Pet\n  >'],
    lacks: ['Wanted'],
  },
  {
    name: 'a class that extends another: its method counts, and is followed',
    user: (text) =>
      text
        .replace(stub('get'), '')
        .replace(
          /(?=\/\*\* Pets)[\s\S]*class PetsService/,
          'class Base {\n  async get(params: GetParams): Promise<Pet> {\n    return { id: String(params) }\n  }\n}\n\nexport class PetsService extends Base',
        ),
    methods: { ...three, 'pets.get': { params: [] } },
    holds: ['async get(params: NoParams): Promise<Pet> {\n    return'],
  },
  {
    name: 'a stub whose method starts a subscription now yields events',
    user: same,
    methods: { ...three, 'pets.get': { ...get, summary: 'Sent', params: [], subscribes: true } },
    holds: [
      /async \*get\([^)]*\): AsyncIterable<[^{]*> \{\n {4}throw notImplemented\('pets\.get get'\)/,
    ],
    lacks: ['async get(', 'GetParams', 'About pets.get'],
  },
  {
    name: 'an edited method that starts a subscription now is kept and reported',
    user: (text) => text.replace("throw notImplemented('pets.get')", 'return { id: params.id }'),
    methods: { ...three, 'pets.get': { ...get, params: [], subscribes: true } },
    holds: ['return { id: params.id }'],
    codes: ['RL609'],
    broken: true,
  },
  {
    name: 'a deleted method is not added again',
    user: (text) => text.replace(stub('get'), ''),
    methods: { ...three, 'pets.get': { params: [] } },
    lacks: ['async get('],
    codes: ['RL606'],
    broken: true,
  },
  {
    name: 'a successor is pointed out, and named when the old method goes',
    user: same,
    methods: {
      ...three,
      'pets.get': { ...get, deprecated: { replacedBy: 'pets.find' } },
      'pets.find': {},
    },
    holds: ['async find('],
    codes: ['RL608'],
  },
  {
    name: 'windows newlines, tabs and a byte order mark are kept',
    user: (text) => `\ufeff${text.replaceAll('  ', '\t').replaceAll('\n', '\r\n')}`,
    methods: { 'pets.get': { ...get, summary: 'One\n\ntwo' }, 'pets.find': {}, 'pets.drop': drop },
    holds: [
      /^\ufeff/,
      '\t/**\r\n\t * One\r\n\t *\r\n\t * two\r\n',
      '\tasync find(params: FindParams, ctx: Context): Promise<Pet> {\r\n\t\tthrow',
    ],
    lacks: [/[^\r]\n/, '  '],
    codes: ['RL607'],
  },
  {
    name: 'semicolons and double quotes are kept',
    user: (text) => text.replaceAll("'", '"').replace(/(from "[^"]*")$/gm, '$1;'),
    methods: { ...three, 'pets.list': { params: [] }, 'pets.find': {} },
    holds: ['throw notImplemented("pets.find");'],
    lacks: [/from '[^']*'$/m],
  },
  {
    name: 'a class on one line takes a method',
    user: (text) =>
      text.replace(
        /export class PetsService[\s\S]*$/,
        'export class PetsService implements Partial<PetsHandlers> { }\nexport type All = [Context, DropParams, GetParams, NoParams, Pet, typeof notImplemented]\n',
      ),
    methods: { ...three, 'pets.find': {} },
    holds: [/PetsHandlers> \{\n {2}\/\*\*[\s\S]*async find[\s\S]*\}\n\}/],
    codes: ['RL606', 'RL606', 'RL606'],
  },
  {
    name: 'own members, comments and a trailing comment stay where they are',
    user: (text) =>
      text.replace(
        stub('get'),
        (old) =>
          `${old} // end of get\n\n  // a section of mine\n\n  #secret = 1\n\n  peek(): number {\n    return this.#secret\n  }`,
      ),
    methods: { 'pets.get': get, 'pets.find': {}, 'pets.list': list, 'pets.drop': drop },
    holds: [
      /\} \/\/ end of get\n\n {2}\/\*\*[\s\S]*async find[\s\S]*?\n {2}\}\n\n {2}\/\/ a section of mine/,
    ],
  },
]

const once =
  'function once<This, Args extends unknown[], Result>(\n  method: (this: This, ...args: Args) => Result,\n  _: unknown,\n): (this: This, ...args: Args) => Result {\n  return method\n}\n'

test('a scaffold follows changes of its documents and keeps edits of the user', async () => {
  const home = (await import('./workbench.ts')).benchFolder()
  const benches: Workbench[] = []
  for (const [
    index,
    { name, user, methods, holds = [], lacks = [], codes = [] },
  ] of cases.entries()) {
    const bench = workbench(
      { 'pets.openrpc.json': petsWith(three) },
      { home: `${home}/c${index}`, scope: `@c${index}` },
    )
    benches.push(bench)
    await bench.scaffold()
    const before = bench.read(main)
    const edited = user(before)
    if (user !== same) expect(edited, `${name}: the edit`).not.toBe(before)
    bench.write(main, edited)
    bench.documents({ 'pets.openrpc.json': petsWith(methods) })
    await bench.generate()
    const { diagnostics } = await bench.scaffold()
    const text = bench.read(main)
    for (const part of holds) expect.soft(text, name).toMatch(part)
    for (const part of lacks) expect.soft(text, name).not.toMatch(part)
    expect
      .soft(
        diagnostics.map(({ code }) => code),
        name,
      )
      .toEqual(codes)
    const after = bench.files()
    expect
      .soft(
        (await bench.scaffold()).files.map(({ path }) => path),
        `${name}: again`,
      )
      .toEqual([])
    expect.soft(bench.files(), `${name}: again`).toEqual(after)
  }
  const faults = compile(benches, { home, flags: { skipLibCheck: true } })
  for (const [index, { name, broken }] of cases.entries()) {
    const found = faults.filter(({ path }) => path.includes(`c${index}/`))
    if (broken) expect.soft(found, name).not.toEqual([])
    else expect.soft(found, name).toEqual([])
  }
})
