import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const init = (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
  rpcloom(cwd, 'init', '--no-install', ...args)

function json(folder: string, path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Readonly<Record<string, unknown>>
}

const root = 'openrpc: 1.3.2\ninfo: { title: Shop, version: 1.0.0 }\n'
const shop = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Shop', version: '1.0.0' },
  methods: [{ name: 'buy', params: [], result: { name: 'done', schema: { type: 'boolean' } } }],
})

test('in a folder of Deno, settings that map packages to their sources are printed', async () => {
  const folder = temporaryFolder({ 'shop.openrpc.json': shop, 'deno.json': '{}' })
  const { stdout } = await init(folder, '--name', 'acme', '--targets', 'client,server')
  const [, text = ''] = /deno\.json: (\{.*\})/.exec(stdout) ?? []
  const { imports } = JSON.parse(text) as { readonly imports: Readonly<Record<string, string>> }
  const names = ['types', 'client', 'server'].flatMap((name) => [`@acme/${name}`, `@acme/${name}/`])
  expect(Object.keys(imports).toSorted()).toEqual(names.toSorted())
  for (const path of Object.values(imports)) expect(existsSync(join(folder, path)), path).toBe(true)
  const elsewhere = temporaryFolder({ 'shop.openrpc.json': shop })
  const { stdout: other } = await init(elsewhere, '--targets', 'client')
  expect(other).not.toContain('Deno')
})

describe('in an empty folder', () => {
  test('a workspace starts with its own document, in which lint reports nothing', async () => {
    const folder = temporaryFolder({})
    const { code, stdout, stderr } = await init(folder, '--name', 'acme')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('No OpenRPC document was found')
    expect(json(folder, 'package.json')).toMatchObject({
      name: 'acme',
      private: true,
      workspaces: ['packages/*', 'server'],
    })
    expect(json(folder, 'packages/client/package.json')).toMatchObject({ name: '@acme/client' })
    expect((await rpcloom(folder, 'lint', '--deny-warnings')).code).toBe(0)
    expect((await rpcloom(folder, 'generate', '--check')).code).toBe(0)
    // The written files are the same as those of the next run.
    expect((await init(folder, '--name', 'acme')).code).toBe(0)
  })

  test.each([
    [
      ['--targets', 'client'],
      ['client', 'types'],
    ],
    [
      ['--targets', 'server, mock', '--scope', '@other'],
      ['mock', 'server', 'types'],
    ],
    [
      ['--targets', 'cli,mcp,query'],
      ['cli', 'mcp', 'query', 'types'],
    ],
  ])('%j generates the named targets', async (args, targets) => {
    const folder = temporaryFolder({})
    expect((await init(folder, ...args)).code).toBe(0)
    const packages = readdirSync(join(folder, 'packages')).filter((x) => !x.includes('.'))
    expect(packages).toEqual(targets)
    // Those that others refer to are built with them.
    const built = json(folder, 'tsconfig.json') as { readonly references: readonly object[] }
    const paths = targets.filter((one) => one !== 'types').map((one) => `packages/${one}`)
    expect(built.references).toEqual(expect.arrayContaining(paths.map((path) => ({ path }))))
  })

  test.each([
    [['--targets', 'client,nothing'], 'RL003'],
    [['--scope', 'acme'], 'RL002'],
    [['--input', 'none.json'], 'RL004'],
    [['--input', 'https://example.org/a.json'], 'RL005'],
  ])('%j is rejected, and nothing is written', async (args, code) => {
    const folder = temporaryFolder({})
    const outcome = await init(folder, ...args)
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(code)
    expect(readdirSync(folder)).toEqual([])
  })

  test('--json lists the written files', async () => {
    const folder = temporaryFolder({})
    const { stdout } = await init(folder, '--json', '--targets', 'client')
    const printed = JSON.parse(stdout) as { readonly files: readonly string[] }
    expect(printed.files).toContain('openrpc/tasks.openrpc.json')
    for (const path of printed.files) expect(existsSync(join(folder, path)), path).toBe(true)
  })
})

test.each([
  ['Ünïted Straße ☃', 'united-stra-e', "cd 'Ünïted Straße ☃'"],
  ["it's $HOME", 'it-s-home', "cd 'it'\\''s $HOME'"],
])('the folder %j yields the package %s', async (name, wanted, next) => {
  const folder = temporaryFolder({})
  const { code, stdout } = await init(folder, '--targets', 'client', name)
  expect([code, stdout]).toEqual([0, expect.stringContaining(next)])
  expect(json(join(folder, name), 'package.json')['name']).toBe(wanted)
})

test('OpenAPI documents are named', async () => {
  const folder = temporaryFolder({ 'shop.yaml': 'openapi: 3.1.0\npaths: {}\n' })
  const { code, stdout } = await init(folder, '--targets', 'client')
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('OpenAPI documents are not supported: shop.yaml.'),
  ])
})

test('--force writes the sample test again, for the documents of the configuration', async () => {
  const folder = temporaryFolder({})
  expect((await init(folder, '--name', 'acme', '--targets', 'client,mock')).code).toBe(0)
  expect(readFileSync(join(folder, 'test/api.test.mts'), 'utf8')).toContain('client.tasks.get(')
  const method = {
    name: 'getItem',
    params: [],
    result: { name: 'r', schema: { type: 'string' } },
    examples: [{ name: 'e', params: [], result: { name: 'r', value: 'b' } }],
  }
  writeFileSync(
    join(folder, 'shop.json'),
    JSON.stringify({ ...JSON.parse(shop), methods: [method] }),
  )
  const config = { ...json(folder, 'rpcloom.config.json'), inputs: ['shop.json'], version: '3.0.0' }
  writeFileSync(join(folder, 'rpcloom.config.json'), JSON.stringify(config))
  expect((await init(folder, '--force')).code).toBe(0)
  expect(readFileSync(join(folder, 'test/api.test.mts'), 'utf8')).toContain('.getItem()')
  expect(json(folder, 'rpcloom.config.json')).toEqual(config)
})

describe('in a folder with documents', () => {
  test.each([
    ['shop.json', ['shop.json']],
    ['openrpc/shop.openrpc.json', ['openrpc/*.openrpc.json']],
    ['openrpc/shop.yaml', ['openrpc/shop.yaml']],
    ['build/openrpc/v2/full.json', ['build/openrpc/v2/full.json']],
  ])('%s is used', async (path, inputs) => {
    const folder = temporaryFolder({ [path]: shop, 'other.json': '{"name":"no document"}' })
    const { code, stdout } = await init(folder, '--targets', 'client')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Documents: ${inputs.join(', ')}.`)])
    expect(json(folder, 'rpcloom.config.json')['inputs']).toEqual(inputs)
    expect(existsSync(join(folder, 'openrpc/tasks.openrpc.json'))).toBe(false)
  })

  test('the sample test does not call a method whose example is not valid', async () => {
    const method = (name: string, value: unknown): object => ({
      name,
      params: [{ name: 'id', required: true, schema: { type: 'string' } }],
      result: { name: 'r', schema: { type: 'string' } },
      examples: [{ name: 'e', params: [{ name: 'id', value }], result: { name: 'r', value: 'b' } }],
    })
    const methods = [method('first', 7), method('second', 'a')]
    const folder = temporaryFolder({
      'shop.json': JSON.stringify({ ...JSON.parse(shop), methods }),
    })
    expect((await init(folder, '--name', 'shop', '--targets', 'client,mock')).code).toBe(0)
    const text = readFileSync(join(folder, 'test/api.test.mts'), 'utf8')
    expect([text.includes('second('), text.includes('first(')]).toEqual([true, false])
  })

  test('the sample test does not call a method whose example has a member that the type lacks', async () => {
    const method = (name: string, pet: unknown): object => ({
      name,
      params: [{ name: 'pet', required: true, schema: { $ref: '#/components/schemas/Pet' } }],
      result: { name: 'r', schema: { type: 'string' } },
      examples: [
        { name: 'e', params: [{ name: 'pet', value: pet }], result: { name: 'r', value: 'b' } },
      ],
    })
    const schemas = {
      Pet: { anyOf: [{ $ref: '#/components/schemas/Tag' }, { type: 'string' }] },
      Tag: {
        type: 'object',
        properties: { tags: { type: 'array', items: { properties: { a: {} } } } },
      },
    }
    const methods = [method('first', { tags: [{ b: 1 }] }), method('second', { tags: [{ a: 1 }] })]
    const folder = temporaryFolder({
      'shop.json': JSON.stringify({ ...JSON.parse(shop), methods, components: { schemas } }),
    })
    expect((await init(folder, '--name', 'shop', '--targets', 'client,mock')).code).toBe(0)
    const text = readFileSync(join(folder, 'test/api.test.mts'), 'utf8')
    expect([text.includes('second('), text.includes('first(')]).toEqual([true, false])
  })

  test('the sample test does not call a method of a fragment', async () => {
    const method = (name: string, value: string): string =>
      `- { name: ${name}, params: [{ name: id, required: true, schema: { type: string } }], result: { name: r, schema: {} }, examples: [{ name: e, params: [{ name: id, value: ${value} }], result: { name: r, value: 1 } }] }\n`
    const folder = temporaryFolder({ 'src/a.yaml': method('first', '7') + method('second', 'a') })
    expect((await init(folder, '--name', 'shop', '--targets', 'client,mock')).code).toBe(0)
    const text = readFileSync(join(folder, 'test/api.test.mts'), 'utf8')
    expect([text.includes('second('), text.includes('first(')]).toEqual([true, false])
  })

  test('README.md lists extensions, all of which exist', async () => {
    const folder = temporaryFolder({ 'shop.json': shop })
    expect((await init(folder, '--targets', 'client')).code).toBe(0)
    const names = readFileSync(join(folder, 'README.md'), 'utf8').match(/\bx-[a-z-]+/g) ?? []
    const known = readdirSync(join(import.meta.dirname, '../../openrpc/extensions')).map((file) =>
      file.replace('.json', ''),
    )
    expect(names).toContain('x-effect')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test('an input is relative to the working directory', async () => {
    const folder = temporaryFolder({ 'shop.json': shop })
    expect((await init(folder, 'api', '--targets', 'client', '-i', 'shop.json')).code).toBe(0)
    expect(json(folder, 'api/rpcloom.config.json')['inputs']).toEqual(['../shop.json'])
  })

  test.each([
    ['a root is written', {}, 'openrpc.root.json'],
    ['the root is used', { 'spec/base.yaml': root }, 'spec/base.yaml'],
    ['a root in any folder', { 'tools/gen/base-doc.yaml': root }, 'tools/gen/base-doc.yaml'],
    [
      'a root is written if there are two',
      { 'tools/a.yaml': root, 'tools/b.yaml': root },
      'openrpc.root.json',
    ],
  ])('methods and schemas in many files become one document: %s', async (_, files, path) => {
    const folder = temporaryFolder({
      ...files,
      'package.json': JSON.stringify({ name: 'shop-spec', version: '3.0.0' }),
      'src/shop/a.yaml': '- { name: buy, params: [], result: { $ref: "#/components/schemas/No" } }',
      'src/shop/b.yaml':
        '- name: sell\n  params: [{ $ref: "#/components/contentDescriptors/Id" }]\n  result: { name: r, schema: { $ref: "#/components/schemas/Item" } }',
      'src/content/params.yaml': 'Id: { name: id, schema: { type: string } }',
      'build/openrpc.json': shop,
      'src/schemas/item.yaml': 'Item: { type: object }',
      'tests/shop/c.yaml': '- { name: tested, params: [] }',
    })
    const args = ['--name', 'shop', '--targets', 'client']
    expect((await init(folder, ...args)).stderr).toContain('src/shop/a.yaml:1')
    expect(readdirSync(folder)).not.toContain('openrpc.root.json')
    writeFileSync(join(folder, 'src/shop/a.yaml'), '- { name: buy, params: [] }')
    expect(await init(folder, ...args)).toMatchObject({ code: 0 })
    expect(json(folder, 'rpcloom.config.json')['inputs']).toEqual([
      {
        root: path,
        methods: ['src/shop/*.yaml'],
        schemas: ['src/schemas/*.yaml'],
        contentDescriptors: ['src/content/*.yaml'],
      },
    ])
    expect((await rpcloom(folder, 'generate', '--check')).code).toBe(0)
  })

  test('--allow-unresolved is written to the configuration', async () => {
    const lost = { name: 'r', schema: { $ref: 'https://acme.test/schemas/pet.json' } }
    const methods = [{ name: 'getPet', params: [], result: lost }]
    const folder = temporaryFolder({
      'shop.json': JSON.stringify({ ...JSON.parse(shop), methods }),
    })
    const args = ['--name', 'shop', '--targets', 'client']
    expect(await init(folder, ...args)).toMatchObject({ code: 2 })
    expect(await init(folder, ...args, '--allow-unresolved')).toMatchObject({ code: 0 })
    expect(json(folder, 'rpcloom.config.json')).toMatchObject({ allowUnresolved: true })
    expect((await rpcloom(folder, 'generate', '--check')).code).toBe(0)
  })

  test('an error in a document is reported, and nothing is written', async () => {
    const folder = temporaryFolder({ 'shop.openrpc.json': shop.replace('"methods"', '"method"') })
    const { code, stderr } = await init(folder)
    expect(code).toBe(2)
    expect(stderr).toMatch(/shop\.openrpc\.json:1:1 {2}error RL2\d\d/)
    expect(readdirSync(folder)).toEqual(['shop.openrpc.json'])
  })
})

describe('in a folder with an existing project', () => {
  test('package.json and .gitignore are extended and keep their contents', async () => {
    const folder = temporaryFolder({
      'package.json': JSON.stringify({
        name: 'mine',
        type: 'commonjs',
        scripts: { test: 'echo "Error: no test specified" && exit 1', build: 'make' },
        dependencies: { rpcloom: 'file:../rpcloom.tgz' },
        workspaces: ['tools/*'],
      }),
      '.gitignore': 'node_modules/\n*.log',
      'README.md': '# mine\n',
    })
    expect((await init(folder, '--scope', '@mine')).stdout).toContain(
      'Next: npm install, npm run rpc:test.',
    )
    const manifest = json(folder, 'package.json')
    expect(manifest).toMatchObject({
      name: 'mine',
      type: 'commonjs',
      scripts: {
        build: 'make',
        'rpc:build': 'rpcloom generate && tsc -b',
        'rpc:test': 'rpcloom generate && tsc -b && node --test dist/test/*.test.mjs',
      },
      workspaces: ['tools/*', 'packages/*', 'server'],
      dependencies: { rpcloom: 'file:../rpcloom.tgz' },
    })
    expect(Object.keys(Object(manifest['devDependencies']))).toEqual(['@types/node', 'typescript'])
    const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n')
    expect(ignored.slice(0, 3)).toEqual(['node_modules/', '*.log', 'dist/'])
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# mine\n')
  })

  test('package.json and .gitignore keep their indentation and line ends', async () => {
    const before = JSON.stringify({ name: 'mine', private: true }, undefined, '\t')
    const folder = temporaryFolder({
      'package.json': `${before}\n`.replaceAll('\n', '\r\n'),
      '.gitignore': '*.log\r\n',
      'shop.json': shop,
    })
    expect((await init(folder, '--targets', 'client')).code).toBe(0)
    for (const path of ['package.json', '.gitignore']) {
      const text = readFileSync(join(folder, path), 'utf8')
      expect(text.split('\r\n').join('')).not.toMatch(/[\r\n]/)
    }
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('\r\n\t"private": true,')
  })

  test('a tsconfig.json is never replaced, and a subfolder works', async () => {
    const document = JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'Shop', version: '1.0.0' },
      methods: [{ name: 'getItem', params: [], result: { name: 'r', schema: { type: 'string' } } }],
    })
    const folder = temporaryFolder({ 'tsconfig.json': '{}', 'api/shop.json': document })
    const targets = ['--targets', 'client,server']
    const { code, stdout } = await init(folder, '--force', ...targets)
    expect([code, readFileSync(join(folder, 'tsconfig.json'), 'utf8')]).toEqual([0, '{}'])
    expect(stdout).toContain('tsc -b tsconfig.rpc.json')
    const { scripts } = json(folder, 'package.json') as { readonly scripts: { build: string } }
    expect(scripts.build).toContain('tsc -b tsconfig.rpc.json')
    expect(json(folder, 'tsconfig.rpc.json')['references']).toContainEqual({ path: 'test' })
    expect((await init(folder, '--force', ...targets)).code).toBe(0)
    expect((await init(folder, 'rpc', ...targets)).code).toBe(0)
    expect(json(folder, 'rpc/rpcloom.config.json')['inputs']).toEqual(['../api/shop.json'])
    expect(existsSync(join(folder, 'rpc/packages/client'))).toBe(true)
  })

  test.each(['rpcloom.config.json', 'rpcloom.config.ts', 'test/api.test.mts'])(
    '%s already exists and needs --force',
    async (path) => {
      const folder = temporaryFolder({ [path]: 'of somebody' })
      const { code, stderr } = await init(folder, '--targets', 'client')
      expect(code).toBe(2)
      expect(stderr).toContain('RL020')
      expect(stderr).toContain(`${path}:1:1  error`)
      expect(readFileSync(join(folder, path), 'utf8')).toBe('of somebody')
      expect(existsSync(join(folder, 'package.json'))).toBe(false)
      expect((await init(folder, '--targets', 'client', '--force')).code).toBe(0)
    },
  )

  test.each([
    '{',
    '[]',
    '{"workspaces":{"packages":[]}}',
    '{"scripts":7}',
    '{"devDependencies":{"typescript":"~4.8.4"}}',
    '{"dependencies":{"typescript":"^5.7.2"}}',
  ])('a package.json with %s is rejected', async (text) => {
    const folder = temporaryFolder({ 'package.json': text })
    expect((await init(folder)).stderr).toContain('RL021')
    expect(readdirSync(folder)).toEqual(['package.json'])
  })

  test.each(['^5.8.0', 'latest'])('typescript %s is kept', async (typescript) => {
    const devDependencies = { typescript }
    const folder = temporaryFolder({ 'package.json': JSON.stringify({ devDependencies }) })
    expect((await init(folder, '--targets', 'client')).code).toBe(0)
    expect(json(folder, 'package.json')).toMatchObject({ devDependencies })
  })

  test('pnpm links the packages', async () => {
    const workspace = '# Ours\npackages:\n  - apps/*\n  - packages/*\n'
    const folder = temporaryFolder({ 'pnpm-workspace.yaml': workspace, 'shop.json': shop })
    const { code, stdout } = await init(folder, '--name', 'shop', '--targets', 'client,server')
    expect([code, stdout]).toEqual([0, expect.stringContaining('Next: pnpm install, pnpm test.')])
    expect(readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8')).toBe(
      `${workspace}  - server\nlinkWorkspacePackages: true\n`,
    )
    const { workspaces, devDependencies } = json(folder, 'package.json')
    expect(workspaces).toBeUndefined()
    expect(devDependencies).toMatchObject({
      '@shop/client': 'workspace:*',
      '@shop/server': 'workspace:*',
    })
  })

  test.each([
    ['yarn.lock', '', 'yarn install, yarn test'],
    ['bun.lock', '', 'bun install, bun run test'],
    ['pnpm-lock.yaml', '', 'pnpm install, pnpm run rpc:test'],
  ])('the next commands are those of the package manager: %s', async (file, text, next) => {
    const scripts = file === 'pnpm-lock.yaml' ? { test: 'own' } : {}
    const manifest = JSON.stringify({ scripts })
    const folder = temporaryFolder({ [file]: text, 'shop.json': shop, 'package.json': manifest })
    expect((await init(folder, '--targets', 'client')).stdout).toContain(`Next: ${next}.`)
  })

  test('Bun links the packages, and accepts that the server project does not exist yet', async () => {
    const folder = temporaryFolder({ 'bun.lock': '', 'shop.json': shop })
    expect((await init(folder, '--targets', 'client,server')).code).toBe(0)
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ workspaces: ['packages/*', 'server*'] })
    expect(JSON.stringify(manifest)).toContain('client":"workspace:*"')
  })

  test.each([
    ['', true],
    ['nodeLinker: pnp\n', true],
    ['nodeLinker: node-modules\n', false],
    ['nodeLinker: pnpm\n', false],
  ])('Yarn with the settings %j gets a note on Plug and Play: %s', async (text, isNoted) => {
    const settings = text === '' ? {} : { '.yarnrc.yml': text }
    const folder = temporaryFolder({ 'yarn.lock': '', 'shop.json': shop, ...settings })
    expect((await init(folder, '--targets', 'client')).stdout.includes('nodeLinker')).toBe(isNoted)
  })

  test('a pnpm-workspace.yaml with an error is rejected', async () => {
    const folder = temporaryFolder({ 'pnpm-workspace.yaml': 'packages: [', 'shop.json': shop })
    expect((await init(folder)).stderr).toContain('pnpm-workspace.yaml:1:1  error RL021')
  })

  test.each(['yarn.lock', 'pnpm-lock.yaml', 'bun.lock'])(
    'npm does not install in a folder with %s',
    async (file) => {
      const folder = temporaryFolder({ [file]: '', 'shop.json': shop })
      expect(await rpcloom(folder, 'init')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('RL022'),
      })
      expect(readdirSync(folder).toSorted()).toEqual([file, 'shop.json'].toSorted())
    },
  )

  test.runIf(existsSync('/proc/self'))('a folder that cannot be created is reported', async () => {
    const { code, stderr } = await init('/', '/proc/workspace')
    expect(code).toBe(2)
    expect(stderr).toContain("mkdir '/proc/workspace'")
  })

  test('the output of npm is shown if the installation fails', async () => {
    const manifest = { dependencies: { none: 'file:./none.tgz', rpcloom: '*' } }
    const folder = temporaryFolder({ 'package.json': JSON.stringify(manifest) })
    const { code, stderr } = await rpcloom(folder, 'init', '--targets', 'client')
    expect(code).toBe(1)
    expect(stderr).toContain('RL022')
    expect(stderr).toContain('none.tgz')
    expect(existsSync(join(folder, 'packages/client'))).toBe(true)
  })
})
