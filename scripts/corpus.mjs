// npm run corpus -- DIR: generates packages for every OpenRPC document below DIR, compiles them and prints a
// report.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compileAll } from './corpus/compile.mjs'
import { countAny } from './corpus/count-any.mjs'
import { documentsBelow } from './corpus/documents.mjs'
import { runAll } from './corpus/pool.mjs'
import { isFine, summary, table, verdictOf } from './corpus/report.mjs'
import { pick, sampleDocuments } from './corpus/sample.mjs'
import { ensureFolderInstalled, ensureInstalled, root, step, tsc } from './workspace.mjs'

const usage = `npm run corpus -- DIR [options]

  Generates all targets for every OpenRPC document below DIR and compiles them under strict TypeScript.
  --sample N    read only N documents of different vendors, each of at most 150 kB, chosen by --seed (default: all)
  --older N     compile only N of them with the older compiler, chosen by --seed (default: all)
  --seed TEXT   chooses them (default: 1)
  --plain       leave the output unformatted, which is quicker
  --json FILE   write the report as JSON too
  --built       take the repository as it is, installed and built
  --keep        leave the generated packages in .cache

  Exit code 1 when a document fails that is not broken, 2 on bad usage.`

const { values: options, positionals } = readArguments()
const folder = resolve(process.env.INIT_CWD ?? '.', positionals[0])

if (!options.built) await prepare()

const all = documentsBelow(folder)
const files = sampleDocuments(folder, all, Number(options.sample ?? all.length), options.seed)
mkdirSync(join(root, '.cache'), { recursive: true })
const work = mkdtempSync(join(root, '.cache/corpus-'))
try {
  const report = await check(files)
  console.log(`\n${table(report)}\n\n${summary(report)}`)
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(report))
  process.exitCode = report.documents.every(isFine) && report.faults.length === 0 ? 0 : 1
} finally {
  if (!options.keep) rmSync(work, { recursive: true, force: true })
}

async function prepare() {
  await ensureInstalled()
  await ensureFolderInstalled(join(root, 'test/compilers'), 'Installing the other compiler')
  await step('Building the generator', process.execPath, [tsc, '-b', 'generator/tsconfig.cli.json'])
  await step('Building the runtime', process.execPath, [tsc, '-b', 'packages/rpc'])
}

async function check(found) {
  const tasks = found.map((file, index) => {
    const id = `d${String(index).padStart(4, '0')}`
    return { root: folder, file, id, out: join(work, id), scope: `@${id}`, format: !options.plain }
  })
  const results = await runAll(join(root, 'scripts/corpus-worker.mjs'), tasks, {
    size: Math.min(4, availableParallelism()),
    timeoutMs: 120_000,
  })
  const documents = tasks.map(({ id, file }, index) => ({
    id,
    file,
    ...results[index],
    any: existsSync(join(work, id)) ? countAny(join(work, id)) : 0,
    compiled: {},
  }))
  const written = documents.filter(({ status }) => status === 'written').map(({ id }) => id)
  const older = options.older === undefined ? written : pick(written, options.older, options.seed)
  const faults = []
  for (const [compiler, ids] of [
    ['7.0', written],
    ['5.9', older],
  ]) {
    const started = performance.now()
    const broken = ids.length === 0 ? new Map() : await compileAll({ folder: work, ids, compiler })
    faults.push(...(broken.get('*') ?? []))
    for (const document of documents) {
      if (ids.includes(document.id)) document.compiled[compiler] = broken.get(document.id) ?? []
    }
    console.log(`  TypeScript ${compiler}: ${ids.length} documents, ${seconds(started)} s`)
  }
  return {
    documents: documents.map((document) => ({ ...document, verdict: verdictOf(document) })),
    faults,
  }
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        sample: { type: 'string' },
        older: { type: 'string' },
        seed: { type: 'string', default: '1' },
        plain: { type: 'boolean', default: false },
        json: { type: 'string' },
        built: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (parsed.values.help) {
      console.log(usage)
      process.exit(0)
    }
    const [directory] = parsed.positionals
    if (
      parsed.positionals.length !== 1 ||
      !existsSync(resolve(process.env.INIT_CWD ?? '.', directory))
    )
      throw new Error('Expected one existing folder.')
    return parsed
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}
