// node scripts/api-report.mjs [--check]: writes the exports of packages/schema, packages/rpc, rpcloom and the generated client to
// API reports, one per entry, in the api folder of the package. The other generated packages have no reports,
// because nobody imports them directly. A changed report shows reviewers a change of the public API.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { root } from './workspace.mjs'

/** Packages with the name of the report for the entry `.`, and a test whether an entry is public. */
const packages = [
  {
    folder: join(root, 'packages/schema'),
    main: 'schema',
    isPublic: (entry) => ['.', './formats'].includes(entry),
  },
  {
    folder: join(root, 'packages/rpc'),
    main: 'rpc',
    isPublic: (entry) => !/^\.\/(internal|codegen)/.test(entry),
  },
  { folder: join(root, 'packages/rpc-mock'), main: 'mock', isPublic: () => true },
  { folder: join(root, 'packages/rpc-conform'), main: 'conform', isPublic: () => true },
  {
    folder: join(root, 'packages/rpc-cli'),
    main: 'cli',
    isPublic: (entry) => entry === '.',
  },
  {
    folder: join(root, 'packages/rpc-mcp'),
    main: 'mcp',
    isPublic: (entry) => entry !== './internal',
  },
  { folder: join(root, 'packages/redis'), main: 'redis', isPublic: () => true },
  { folder: join(root, 'packages/client'), main: 'client', isPublic: () => true },
  {
    folder: join(root, 'generator'),
    main: 'rpcloom',
    // Only these entries are public. The targets of this repository use all others.
    isPublic: (entry) => ['.', './targets'].includes(entry),
  },
]
const temporary = join(root, '.cache/api')

/**
 * Returns the public entries of a package with the names of their reports: `client` for `./client`, `rpc` for
 * `.`.
 */
function entries({ folder, main, isPublic }) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.entries(exports).flatMap(([entry, target]) => {
    const path = typeof target === 'string' ? target : (target.node ?? target.default)
    if (!path.endsWith('.js') || !isPublic(entry)) return []
    const name = entry === '.' ? main : entry.slice(2).replaceAll('/', '-')
    return [[name, join(folder, path.replace(/\.js$/, '.d.ts'))]]
  })
}

function configOf(folder, name, file) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2023',
            lib: ['es2023', 'dom'],
            module: 'nodenext',
            moduleResolution: 'nodenext',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          include: ['dist'],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: temporary,
        reportTempFolder: join(temporary, 'temp'),
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'none' } },
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  })
}

/** Returns the reports of a package by file name, extracted from the built declarations. */
function apiReports(one) {
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  const configs = entries(one).map(([name, file]) => [name, configOf(one.folder, name, file)])
  const [[, first] = []] = configs
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: configs.map(([, config]) => config.mainEntryPointFilePath),
  })
  return new Map(
    configs.map(([name, config]) => {
      Extractor.invoke(config, {
        localBuild: true,
        compilerState,
        messageCallback: (message) => (message.handled = true),
      })
      return [`${name}.api.md`, readFileSync(join(temporary, `${name}.api.md`), 'utf8')]
    }),
  )
}

export function staleReports() {
  return packages.flatMap((one) => {
    const reports = join(one.folder, 'api')
    const wanted = apiReports(one)
    const existing = existsSync(reports) ? readdirSync(reports) : []
    const isStale = (name) =>
      !existing.includes(name) || readFileSync(join(reports, name), 'utf8') !== wanted.get(name)
    return [...[...wanted.keys()].filter(isStale), ...existing.filter((name) => !wanted.has(name))]
  })
}

function writeReports() {
  for (const one of packages) {
    const reports = join(one.folder, 'api')
    const texts = apiReports(one)
    rmSync(reports, { recursive: true, force: true })
    mkdirSync(reports)
    for (const [name, text] of texts) writeFileSync(join(reports, name), text)
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--check')) {
    const stale = staleReports()
    if (stale.length > 0) {
      console.error(
        `Outdated API reports: ${stale.join(', ')}. Run node scripts/api-report.mjs and review the change.`,
      )
      process.exitCode = 1
    }
  } else writeReports()
}
