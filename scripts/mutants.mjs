// node scripts/mutants.mjs AREA [COUNT]: makes COUNT changes (default: 20) to the code of an area, one at a time, and
// prints the share that its tests catch, by file, and the changes that they do not. Every run makes the same changes.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, ensureFolderInstalled, ensureInstalled, root } from './workspace.mjs'

/** Areas, each with the folders of its code and the tests that run for each change if they reach it. */
const areas = {
  x: chain('x-chain', ['packages/node/src/chain/rules']),
  p: chain('p-chain'),
  c: chain('c-chain', [], ['test/node/dev/**/*.test.ts']),
  rpc: { folders: ['packages/rpc/src'], tests: ['test/rpc/**/*.test.ts'] },
  model: { folders: ['generator/src/model'], tests: ['test/model/**/*.test.ts'] },
}
const seed = '1'
/** A place with more changes than this is skipped, because Stryker would make all of them: mostly whole blocks. */
const mostPerPlace = 3

const [name = '', count = '20'] = process.argv.slice(2)
if (!Object.hasOwn(areas, name) || !/^[1-9]\d*$/.test(count)) {
  console.error(`Usage: node scripts/mutants.mjs ${Object.keys(areas).join('|')} [COUNT]`)
  process.exit(2)
}
const tools = join(root, 'test/mutants')
const work = join(root, '.cache/mutants')
await ensureInstalled()
await ensureFolderInstalled(tools, 'Installing the mutation tool', ['--ignore-scripts'])
await build()

const { folders, tests } = areas[name]
const mutants = await allMutants(folders)
const places = sampled(mutants, Number(count))
const report = join(work, 'report.json')
mkdirSync(work, { recursive: true })
const code = await mutate(places)
if (code !== 0) process.exit(code)
print(JSON.parse(readFileSync(report, 'utf8')))

function chain(name, folders = [], tests = []) {
  return {
    folders: [`packages/node/src/${name}`, ...folders],
    tests: [`test/node/${name}/**/*.test.ts`, ...tests],
  }
}

/** Returns every change that the tool knows for the files of folders. */
async function allMutants(wanted) {
  const load = (id) => import(pathToFileURL(createRequire(join(tools, 'x.js')).resolve(id)).href)
  const { createInjector } = await load('typed-inject')
  const { createInstrumenter } = await load('@stryker-mutator/instrumenter')
  const silent = { isDebugEnabled: () => false, debug: () => undefined, info: () => undefined }
  const injector = createInjector()
    .provideValue('logger', silent)
    .provideValue('getLogger', () => silent)
  const files = wanted.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => join(folder, path))
      .sort()
      .map((path) => ({
        name: path,
        mutate: true,
        content: readFileSync(join(root, path), 'utf8'),
      })),
  )
  const options = { ignorers: [], plugins: null, excludedMutations: [], noHeader: true }
  return (await createInstrumenter(injector).instrument(files, options)).mutants
}

/** Returns places that contain `wanted` changes or a few more, as patterns for Stryker. */
function sampled(all, wanted) {
  const rank = ({ fileName, location: { start, end } }) => {
    const text = `${seed} ${fileName} ${start.line}:${start.column}-${end.line}:${end.column}`
    return createHash('sha256').update(text).digest('hex')
  }
  const chosen = new Map()
  let total = 0
  for (const { mutant, key } of all
    .map((mutant) => ({ mutant, key: rank(mutant) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))) {
    if (total >= wanted) break
    const inside = all.filter((other) => isInside(other, mutant)).length
    if (chosen.has(key) || inside > mostPerPlace) continue
    total += inside
    const { start, end } = mutant.location
    chosen.set(
      key,
      `${mutant.fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
    )
  }
  console.log(`${all.length} possible changes; ${total} in ${chosen.size} places are made.`)
  return [...chosen.values()]
}

function isInside(inner, outer) {
  const isAtOrBefore = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column)
  return (
    inner.fileName === outer.fileName &&
    isAtOrBefore(outer.location.start, inner.location.start) &&
    isAtOrBefore(inner.location.end, outer.location.end)
  )
}

/** Runs Stryker in a copy of the repository. Resolves to its exit code. */
function mutate(places) {
  const config = {
    mutate: places,
    testRunner: 'vitest',
    plugins: [join(tools, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/mutants/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: relative(root, report) },
    tempDirName: '.cache/mutants/sandbox',
    ignorePatterns: ['/.cache', '/bench', '/docs', '/packages/docs/site'],
    dryRunTimeoutMinutes: 30,
    // A busy machine must not look like a change that never ends.
    timeoutMS: 60_000,
    // Its preprocessor needs the interface of TypeScript 5, and the tests need no changed configuration.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    allowEmpty: true,
  }
  const file = join(work, 'stryker.json')
  writeFileSync(file, JSON.stringify(config, undefined, 2))
  const bin = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, RPCLOOM_MUTANT_TESTS: JSON.stringify(tests) }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, 'run', file], { cwd: root, stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function print({ files }) {
  const caught = ['Killed', 'Timeout']
  for (const [path, { mutants: found, source }] of Object.entries(files)) {
    const made = found.filter(({ status }) => status !== 'Ignored')
    if (made.length === 0) continue
    const killed = made.filter(({ status }) => caught.includes(status)).length
    console.log(`${path}: ${killed} of ${made.length} caught`)
    const lines = source.split('\n')
    for (const { status, location, replacement } of made) {
      if (caught.includes(status)) continue
      const { line } = location.start
      console.log(`  ${status} ${path}:${line}  ${lines[line - 1]?.trim()}\n    -> ${replacement}`)
    }
  }
  const all = Object.values(files).flatMap(({ mutants: found }) => found)
  const killed = all.filter(({ status }) => caught.includes(status)).length
  console.log(`${killed} of ${all.filter(({ status }) => status !== 'Ignored').length} caught`)
}
