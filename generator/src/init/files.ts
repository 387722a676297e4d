import type { JsonObject } from '../model/types.ts'
import { sampleTest, type PackageNames } from './sample-test.ts'
import type { Api } from '../model/types.ts'

/** Contents of a new workspace. */
export interface Wanted {
  readonly name: string
  readonly scope: string
  /** Paths or globs of the documents, relative to the folder. */
  readonly inputs: readonly string[]
  readonly targets: readonly string[]
}

/** Targets whose packages are compiled. */
const compiled: ReadonlySet<string> = new Set(['client', 'server', 'mock'])

/** rpcloom.config.json. */
export function configOf({ scope, inputs, targets }: Wanted): JsonObject {
  return {
    inputs,
    out: 'packages',
    scope,
    version: '0.1.0',
    targets: Object.fromEntries(targets.map((target) => [target, {}])),
  }
}

/** The scripts of the workspace. */
export function scriptsOf({ targets }: Wanted): Readonly<Record<string, string>> {
  return {
    generate: 'rpcloom generate',
    lint: 'rpcloom lint',
    check: 'rpcloom generate --check',
    build: 'rpcloom generate && tsc -b',
    // Runs the workspace's own tests only: the surrounding repository may have others.
    test: 'npm run build && node --test dist/test/*.test.mjs',
    ...(targets.includes('docs') && { docs: 'node packages/docs/serve.mjs' }),
  }
}

/** Returns every file of the workspace by path, without those that `generate` writes. */
export function workspaceFiles(wanted: Wanted, api: Api): ReadonlyMap<string, string> {
  const packages: PackageNames = Object.fromEntries(
    wanted.targets.map((target) => [target, `${wanted.scope}/${target}`]),
  )
  return new Map([
    ['rpcloom.config.json', json(configOf(wanted))],
    ['tsconfig.json', json(rootConfig(wanted))],
    ['test/tsconfig.json', json(testConfig(wanted))],
    ['test/api.test.mts', sampleTest(api, packages)],
  ])
}

function rootConfig({ targets }: Wanted): JsonObject {
  const built = targets.filter((target) => compiled.has(target))
  return {
    files: [],
    references: [...built.map((target) => `packages/${target}`), 'test'].map((path) => ({ path })),
  }
}

/** Compiled to dist/test, which the script `test` runs. */
function testConfig({ targets }: Wanted): JsonObject {
  const built = targets.filter((target) => compiled.has(target))
  return {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      types: ['node'],
      rootDir: '.',
      outDir: '../dist/test',
      tsBuildInfoFile: '../dist/test.tsbuildinfo',
      composite: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
    },
    include: ['.'],
    references: built.map((target) => ({ path: `../packages/${target}` })),
  }
}

/** Entries of .gitignore. */
export const ignored = ['node_modules', 'dist/', '*.tsbuildinfo', 'packages/docs/site/'] as const

/** Returns .gitignore with the missing entries added. */
export function ignoreText(before: string | undefined): string {
  const lines = new Set((before ?? '').split(/\r?\n/).map((line) => line.trim().replace(/\/$/, '')))
  const missing = ignored.filter((line) => !lines.has(line.replace(/\/$/, '')))
  if (missing.length === 0) return before ?? ''
  const head =
    before === undefined || before === '' || before.endsWith('\n') ? before : `${before}\n`
  return `${head ?? ''}${missing.join('\n')}\n`
}

/** README.md of the workspace. */
export function readmeText({ name, scope, inputs, targets }: Wanted): string {
  const packages = targets.map((target) => `\`packages/${target}\` (\`${scope}/${target}\`)`)
  return [
    `# ${name}`,
    '',
    `Packages made of ${inputs.map((input) => `\`${input}\``).join(', ')} by rpcloom: ${packages.join(', ')}.`,
    'They are never edited by hand: change the documents, and generate again.',
    '',
    '```sh',
    'npm run generate          # after a change of a document; `npx rpcloom generate --watch` does so by itself',
    'npm run lint              # what could be better in the documents',
    'npm test                  # generates, builds, and runs test/',
    'npm run check             # exit 1 where packages/ is not what the documents say',
    ...(targets.includes('docs')
      ? ['npm run docs              # the docs on http://127.0.0.1:8080/']
      : []),
    ...(targets.includes('server')
      ? ['npx rpcloom scaffold server server    # a server of your own, with a stub per method']
      : []),
    '```',
    '',
    '## What a document can say beside OpenRPC',
    '',
    'None of it has to be there. Clients, mocks, `Try it` of the docs and their pages heed what is.',
    '',
    '| member | on | says |',
    '| --- | --- | --- |',
    ...extensions.map(([name, place, says]) => `| \`${name}\` | ${place} | ${says} |`),
    '',
  ].join('\n')
}

/** Extensions worth knowing in a new workspace. */
const extensions: readonly (readonly [name: string, place: string, says: string])[] = [
  ['x-group', 'document', 'name in code, path, transports, batches'],
  [
    'x-effect',
    'method',
    '`read`, `write` or `admin`: what is retried, and what Try it asks about first',
  ],
  ['x-since', 'document, method', 'the version that first has it'],
  ['x-deprecated', 'document, method', 'since when and why not to use it, and what instead'],
  ['x-stability', 'document, method', '`experimental`: it may change with any version'],
  ['x-pagination', 'method', 'which param and member carry the cursor: `.items()` follows it'],
  ['x-limits', 'method, param', 'sizes and rates'],
  ['x-subscription', 'method', 'the kinds of events that it opens, and what each carries'],
  ['x-rest', 'method', 'GET routes with the same result'],
  ['x-reason', 'error', 'a name for it, when it comes, what to do'],
  [
    'x-availability',
    'document, method',
    '`public` or `node-local`, by transport where they differ',
  ],
  ['x-enabled-by', 'document, method', 'the setting that turns it on'],
  ['x-unit', 'schema', 'what a number counts'],
  ['x-secret', 'schema', 'that logs and docs leave the value out'],
  ['x-mock', 'method, schema', 'the state that mocks keep'],
  ['x-glossary', 'document', 'words of the field, for a page of the docs'],
]

function json(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
