import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { petsWith, three } from './pets.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { benchFolder, compile, treeOf, workbench, type Workbench } from './workbench.ts'

const main = 'src/groups/pets.ts'

const shop = {
  ...petsWith({ 'shop.buy': {}, 'shop.sell': {} }),
  'x-group': { key: 'shop', path: '/shop', transports: ['http'] },
}
const coin = {
  ...petsWith({ eth_call: {}, net_id: {} }),
  'x-group': { key: 'coin', namespaces: ['eth', 'net'], path: '/coin', transports: ['http'] },
}

async function fresh(home?: string): Promise<Workbench> {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) }, home ? { home } : {})
  await bench.generate()
  await bench.scaffold()
  return bench
}

async function findings(bench: Workbench): Promise<readonly string[]> {
  await bench.generate()
  const { diagnostics } = await bench.scaffold()
  return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)
}

describe('a new project', () => {
  test('compiles, and running scaffold again changes nothing', async () => {
    const bench = await fresh()
    expect(compile([bench])).toEqual([])
    const before = bench.files()
    expect(await bench.scaffold()).toMatchObject({ status: 'current', diagnostics: [], files: [] })
    expect(bench.files()).toEqual(before)
  })

  test('listens on the port of the first server of its document', async () => {
    const servers = [{ name: 'local', url: 'http://localhost:9321/rpc' }]
    const bench = workbench({ 'pets.openrpc.json': { ...petsWith(three), servers } })
    await bench.generate()
    await bench.scaffold()
    expect(bench.read('src/main.ts')).toContain("Number(process.env['PORT'] ?? 9321)")
    expect(bench.read('README.md')).toContain('listens on PORT, 9321 by default')
  })

  test('is planned without writing files', async () => {
    const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
    const { status, files } = await bench.scaffold('plan')
    expect(status).toBe('planned')
    expect(files.map(({ path }) => path)).toContain(main)
    expect(Object.keys(treeOf(bench.root))).toEqual(['pets.openrpc.json'])
  })

  test('keeps existing files', async () => {
    const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
    bench.write('README.md', 'mine')
    bench.write(main, 'export const mine = 1\n')
    expect(await findings(bench)).toEqual(['RL613 project/README.md:1'])
    expect(bench.read('README.md')).toBe('mine')
    expect(bench.read(main)).toBe('export const mine = 1\n')
    expect(bench.read('src/groups/pets-2.ts')).toContain('class PetsService')
    expect(compile([bench])).toEqual([])
    bench.remove('README.md')
    expect((await bench.scaffold()).files).toEqual([])
  })

  test.each([
    ['a file', (bench: Workbench) => bench.write('../project', 'text')],
    [
      'in a generated package',
      (bench: Workbench) => symlinkSync(join(bench.root, 'out/server'), bench.folder),
    ],
  ])('is rejected if its folder is %s', async (_, prepare) => {
    const bench = workbench({ 'pets.openrpc.json': petsWith(three) })
    await bench.generate()
    prepare(bench)
    const before = treeOf(join(bench.root, 'out'))
    const { status, diagnostics } = await bench.scaffold()
    expect([status, diagnostics.map(({ code }) => code)]).toEqual(['failed', ['RL604']])
    expect(treeOf(join(bench.root, 'out'))).toEqual(before)
  })
})

test('a package whose dependencies npm would not install is reported, with the workspace that fixes it', async () => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) }, { home: temporaryFolder({}) })
  expect(await findings(bench)).toEqual(['RL614 project/package.json:1'])
  const { diagnostics } = await bench.scaffold()
  const manifest = /package\.json: (\{.*\})$/.exec(diagnostics[0]?.message ?? '')?.[1] ?? ''
  bench.write('../package.json', manifest)
  expect(await findings(bench)).toEqual([])
  expect(JSON.parse(bench.read('package.json'))).toMatchObject({
    dependencies: { '@t/server': '0.1.0' },
  })
})

test.each([
  [{}, 'Add "workspaces": ["out/*", "project"] to ../package.json.'],
  [{ workspaces: ['apps/*'] }, 'Add "out/*", "project" to "workspaces" in ../package.json.'],
  [{ workspaces: ['apps/*', 'project'] }, 'Add "out/*" to "workspaces" in ../package.json.'],
])('what %j lacks is reported', async (manifest, advice) => {
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) }, { home: temporaryFolder({}) })
  await bench.generate()
  bench.write('../package.json', JSON.stringify(manifest))
  const { diagnostics } = await bench.scaffold()
  expect(diagnostics[0]?.message).toContain(advice)
})

test('a package that would not find its generated types is reported', async () => {
  const bench = await fresh()
  rmSync(join(bench.root, 'node_modules'), { recursive: true })
  const { diagnostics } = await bench.scaffold()
  expect(diagnostics).toMatchObject([
    { code: 'RL614', message: expect.stringContaining('npm does not install @t/types for ') },
  ])
  bench.write(
    '../package.json',
    JSON.stringify({ private: true, workspaces: ['out/*', 'project'] }),
  )
  expect((await bench.scaffold()).diagnostics).toEqual([])
})

describe('a project with edits of its user', () => {
  test('finds a class wherever it was moved', async () => {
    const bench = await fresh()
    const text = bench.read(main).replace('PetsService', 'Animals')
    bench.remove(main)
    bench.write('src/deep/er/animals.ts', text)
    bench.write(
      'src/handlers.ts',
      bench
        .read('src/handlers.ts')
        .replace('./groups/pets.ts', './deep/er/animals.ts')
        .replaceAll('PetsService', 'Animals'),
    )
    bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
    expect(await findings(bench)).toEqual([])
    expect(bench.read('src/deep/er/animals.ts')).toContain('async find(')
    expect(Object.keys(bench.files())).not.toContain(main)
    expect(compile([bench])).toEqual([])
  })

  test('adds new methods of a divided class next to related methods', async () => {
    const bench = await fresh()
    const whole = bench.read(main)
    const method = /\n {2}\/\*\*[^/]*\*\/\n {2}async drop[^}]*\}\n/.exec(whole)?.[0] ?? ''
    bench.write(
      main,
      whole
        .replace(method, '')
        .replace('implements PetsHandlers', "implements Pick<PetsHandlers, 'get' | 'list'>"),
    )
    bench.write(
      'src/groups/drop.ts',
      `import type { DropParams, PetsHandlers } from '@t/server/pets'\nimport { notImplemented, type Context } from '@t/server'\n\nexport class Drop implements Pick<PetsHandlers, 'drop'> {${method}}\n`,
    )
    bench.documents({
      'pets.openrpc.json': petsWith({ 'pets.get': {}, 'pets.find': {}, ...three, 'pets.end': {} }),
    })
    expect(await findings(bench)).toEqual([])
    expect(bench.read(main)).toContain('async find(')
    expect(bench.read(main)).not.toContain('async end(')
    expect(bench.read('src/groups/drop.ts')).toContain('async end(')
  })

  test('adds no methods to a test double', async () => {
    const bench = await fresh()
    bench.write('src/a.test.ts', bench.read(main).replace('PetsService', 'Fake'))
    const fake = bench.read('src/a.test.ts')
    bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
    expect(await findings(bench)).toEqual([])
    expect(bench.read('src/a.test.ts')).toBe(fake)
    expect(bench.read(main)).toContain('async find(')
  })

  test('reports and keeps a source with a syntax error, and updates the others', async () => {
    const bench = workbench({ 'pets.openrpc.json': petsWith(three), 'shop.openrpc.json': shop })
    await bench.scaffold()
    const broken = bench.read(main).replace('async list', 'async async list list')
    bench.write(main, broken)
    bench.documents({
      'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }),
      'shop.openrpc.json': {
        ...petsWith({ 'shop.buy': {}, 'shop.lend': {} }),
        'x-group': shop['x-group'],
      },
    })
    const line = broken.split('\n').findIndex((text) => text.includes('async async')) + 1
    expect(await findings(bench)).toEqual(
      [
        expect.stringContaining('RL607 project/src/groups/shop.ts'),
        `RL602 project/${main}:${line}`,
      ].toSorted((a, b) => (a === b ? 0 : String(a).includes('RL602') ? -1 : 1)),
    )
    expect(bench.read(main)).toBe(broken)
    expect(bench.read('src/groups/shop.ts')).toContain('async lend(')
    bench.write(main, broken.replace('async async list list', 'async list'))
    expect(await findings(bench)).toEqual([])
    expect(bench.read(main)).toContain('async find(')
  })

  test('reports and keeps a source that is not UTF-8', async () => {
    const bench = await fresh()
    const bytes = Buffer.concat([Buffer.from(bench.read(main)), Buffer.from([0x2f, 0x2f, 0xe9])])
    bench.write(main, bytes)
    bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
    expect(await findings(bench)).toEqual([expect.stringContaining('RL603')])
  })

  test('reports a deleted class and does not write it again', async () => {
    const bench = await fresh()
    bench.remove(main)
    expect(await findings(bench)).toEqual([expect.stringContaining('RL605')])
    expect(Object.keys(bench.files())).not.toContain(main)
  })

  test.each([
    ['const pets: PetsHandlers = {} as never', 7],
    ['const all = 1, pets = {} satisfies Partial<PetsHandlers>', 16],
  ])('reports the place of an object that replaces a class: %s', async (code, column) => {
    const bench = await fresh()
    bench.remove(main)
    const imports = "import type { PetsHandlers } from '@t/server/pets'\n"
    const text = `${imports}\nexport ${code}\n`
    bench.write('src/objects.ts', text)
    expect(await findings(bench)).toEqual(['RL605 project/src/objects.ts:3'])
    const [found] = (await bench.scaffold()).diagnostics
    expect(found).toMatchObject({ column: column + 'export '.length })
    expect(bench.read('src/objects.ts')).toBe(text)
  })

  test('stops at a damaged manifest', async () => {
    const bench = await fresh()
    bench.write('rpcloom.scaffold.json', '<<<<<<< HEAD')
    bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
    const before = bench.files()
    expect(await findings(bench)).toEqual(['RL601 project/rpcloom.scaffold.json:1'])
    expect(bench.files()).toEqual(before)
  })
})

describe('groups', () => {
  test('that are new get a class and an entry in the handlers object', async () => {
    const bench = await fresh()
    bench.documents({ 'shop.openrpc.json': shop, 'coin.openrpc.json': coin })
    expect(await findings(bench)).toEqual([])
    expect(bench.read('src/handlers.ts')).toMatch(/shop: new ShopService\(\),/)
    expect(bench.read('src/groups/coin.ts')).toContain('readonly eth = new CoinEthService()')
    expect(compile([bench])).toEqual([])
  })

  test('that are removed are kept, marked, and removed from the handlers object; and can be restored', async () => {
    const bench = workbench({
      'pets.openrpc.json': petsWith(three),
      'shop.openrpc.json': shop,
      'coin.openrpc.json': coin,
    })
    await bench.scaffold()
    const before = bench.read('src/groups/shop.ts')
    bench.documents({ 'shop.openrpc.json': undefined, 'coin.openrpc.json': undefined })
    expect(await findings(bench)).toEqual([
      'RL612 project/src/groups/coin.ts:1',
      'RL612 project/src/groups/coin/eth.ts:1',
      'RL612 project/src/groups/coin/net.ts:1',
      'RL612 project/src/groups/shop.ts:1',
    ])
    expect(bench.read('src/handlers.ts')).not.toMatch(/shop|coin/i)
    expect(bench.read('src/groups/shop.ts')).toMatch(
      /\/\/ rpcloom: .*\n\/\*\* Pets\. \*\/\nexport class ShopService \{/,
    )
    expect(compile([bench])).toEqual([])
    expect(await findings(bench)).toEqual([])
    bench.documents({ 'shop.openrpc.json': shop })
    expect(await findings(bench)).toEqual([])
    const after = bench.read('src/groups/shop.ts')
    expect(after.replace(/^import.*\n/gm, '')).toBe(before.replace(/^import.*\n/gm, ''))
    expect(bench.read('src/handlers.ts')).toContain('shop: new ShopService()')
    expect(compile([bench])).toEqual([])
  })

  test('are reported if no handlers object is found', async () => {
    const bench = await fresh()
    bench.write('src/handlers.ts', "export const handlers = JSON.parse('{}')\n")
    bench.documents({ 'shop.openrpc.json': shop })
    expect(await findings(bench)).toEqual(['RL611 project/src/handlers.ts:1'])
  })

  test('are added to a handlers object inside a call', async () => {
    const bench = await fresh()
    bench.remove('src/handlers.ts')
    bench.write(
      'src/main.ts',
      "import { createServer } from '@t/server'\nimport { PetsService } from './groups/pets.ts'\n\n// mine\nexport const server = createServer({ pets: new PetsService() }, { mode: 'public' })\n",
    )
    bench.documents({ 'shop.openrpc.json': shop, 'coin.openrpc.json': coin })
    expect(await findings(bench)).toEqual([])
    expect(bench.read('src/main.ts')).toContain(
      '({ pets: new PetsService(), coin: new CoinService(), shop: new ShopService() }, {',
    )
    expect(compile([bench])).toEqual([])
  })
})

test('a method of a removed document that is restored gets its types back', async () => {
  const bench = await fresh()
  const before = bench.read(main)
  const { 'pets.get': _, ...rest } = three
  bench.documents({ 'pets.openrpc.json': petsWith(rest) })
  expect(await findings(bench)).toEqual([expect.stringContaining('RL607')])
  bench.documents({ 'pets.openrpc.json': petsWith(three) })
  expect(await findings(bench)).toEqual([])
  expect(bench.read(main)).toBe(before)
})

test('a renamed package is recognized', async () => {
  const bench = await fresh()
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  const { diagnostics } = await bench.scaffold('write', '@other')
  expect(diagnostics).toEqual([])
  const sources = Object.entries(bench.files()).filter(([path]) => path.startsWith('src/groups'))
  expect(sources.map(([, text]) => text).join('\n')).not.toContain('@t/server')
  expect(JSON.parse(bench.read('package.json'))).toMatchObject({
    dependencies: { '@other/server': expect.any(String) },
  })
  await bench.generate('@other')
  expect(compile([{ root: bench.root, scope: '@other' }])).toEqual([])
})

test('the command prints the steps of the package manager of the workspace', async () => {
  const home = temporaryFolder({
    'pets.openrpc.json': JSON.stringify(petsWith(three)),
    'pnpm-lock.yaml': '',
  })
  const args = ['scaffold', 'server', 'project', '-i', 'pets.openrpc.json', '--scope', '@t']
  expect(await rpcloom(home, ...args)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Next, .* pnpm install, pnpm run build, pnpm run start\.$/m),
  })
})

test('the command writes, prints a diff, and prints JSON', async () => {
  const home = benchFolder()
  const bench = workbench({ 'pets.openrpc.json': petsWith(three) }, { home })
  const run = (...more: readonly string[]): Promise<Outcome> => {
    const args = ['scaffold', 'server', 'project', '-i', 'pets.openrpc.json', '--scope', '@t']
    return rpcloom(home, ...args, ...more)
  }
  const planned = await run('--dry-run')
  expect(planned.code).toBe(0)
  expect(planned.stdout).toContain('+++ b/src/groups/pets.ts')
  expect(await run()).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Next, .*npm install/m),
  })
  bench.documents({ 'pets.openrpc.json': petsWith({ ...three, 'pets.find': {} }) })
  const before = bench.files()
  const { stdout } = await run('--dry-run', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'planned',
    changes: [{ kind: 'added', subject: 'pets.find', path: main }],
    files: [{ path: main, kind: 'changed', diff: expect.stringContaining('+  async find(') }, {}],
  })
  expect(bench.files()).toEqual(before)
  bench.write(main, bench.read(main).replace('class', 'class class'))
  expect(await run()).toMatchObject({ code: 1 })
  expect(await rpcloom(home, 'scaffold', 'client', 'x')).toMatchObject({ code: 2 })
})
