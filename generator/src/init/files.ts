import { withLineEndsOf } from '../json/hash.ts'
import type { JsonObject } from '../json/types.ts'
import type { FragmentInput } from './find-inputs.ts'
import { runScript, type PackageManager } from './package-manager.ts'

/** Properties of a new workspace. */
export interface Wanted {
  readonly name: string
  readonly scope: string
  /** Paths or globs of the documents, relative to the folder, and documents that consist of several files. */
  readonly inputs: readonly (string | FragmentInput)[]
  readonly targets: readonly string[]
  /** Path of the compiler configuration that builds the packages. */
  readonly build: string
}

export const rootBuild = 'tsconfig.json'

/** Compiler configuration next to a tsconfig.json of the repository, which is never changed. */
export const otherBuild = 'tsconfig.rpc.json'

/** Targets whose packages the workspace compiles and tests. */
export const compiled: ReadonlySet<string> = new Set([
  'types',
  'client',
  'server',
  'mock',
  'query',
  'cli',
  'mcp',
])

export function configOf({ scope, inputs, targets }: Omit<Wanted, 'build'>): JsonObject {
  return {
    inputs,
    out: 'packages',
    scope,
    version: '0.1.0',
    targets: Object.fromEntries(targets.map((target) => [target, {}])),
  }
}

/**
 * Returns the scripts of the workspace. The names start with `prefix`, for projects that already have other
 * scripts with the same names.
 */
export function scriptsOf(
  { targets, build }: Wanted,
  prefix = '',
): Readonly<Record<string, string>> {
  const compile = build === rootBuild ? 'tsc -b' : `tsc -b ${build}`
  return {
    [`${prefix}generate`]: 'rpcloom generate',
    [`${prefix}lint`]: 'rpcloom lint',
    [`${prefix}check`]: 'rpcloom generate --check',
    [`${prefix}build`]: `rpcloom generate && ${compile}`,
    // Run only the workspace's own tests, because the enclosing repository may have further tests.
    [`${prefix}test`]: `rpcloom generate && ${compile} && node --test dist/test/*.test.mjs`,
    ...(targets.includes('docs') && { [`${prefix}docs`]: 'node packages/docs/serve.mjs' }),
  }
}

/** Prefix for script names, if the project already has other scripts with the same names. */
export const scriptPrefix = 'rpc:'

/** Returns every file of the workspace by path, without the output of `rpcloom generate`. */
export function workspaceFiles(wanted: Wanted, test: string): ReadonlyMap<string, string> {
  return new Map([
    [wanted.build, json(rootConfig(wanted))],
    ['test/tsconfig.json', json(testConfig(wanted))],
    ['test/api.test.mts', test],
  ])
}

function rootConfig({ targets }: Wanted): JsonObject {
  const built = targets.filter((target) => compiled.has(target))
  return {
    files: [],
    references: [...built.map((target) => `packages/${target}`), 'test'].map((path) => ({ path })),
  }
}

/**
 * Returns the tsconfig.json of the tests. They are compiled to dist/test, where the script `test` runs them.
 */
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

export const ignored = ['node_modules', 'dist/', '*.tsbuildinfo', 'packages/docs/site/'] as const

export function ignoreText(before: string | undefined): string {
  const lines = new Set((before ?? '').split(/\r?\n/).map((line) => line.trim().replace(/\/$/, '')))
  const missing = ignored.filter((line) => !lines.has(line.replace(/\/$/, '')))
  if (missing.length === 0) return before ?? ''
  const head =
    before === undefined || before === '' || before.endsWith('\n') ? before : `${before}\n`
  return `${head ?? ''}${withLineEndsOf(before ?? '', `${missing.join('\n')}\n`)}`
}

export function readmeText(
  { name, scope, inputs, targets }: Wanted,
  { manager, prefix }: { readonly manager: PackageManager; readonly prefix: string },
): string {
  const run = (script: string): string => runScript(manager, `${prefix}${script}`)
  const packages = targets.map((target) => `\`packages/${target}\` (\`${scope}/${target}\`)`)
  return [
    `# ${name}`,
    '',
    `Packages that rpcloom generates from ${inputs.map((input) => `\`${typeof input === 'string' ? input : input.root}\``).join(', ')}: ${packages.join(', ')}.`,
    'Do not edit them by hand: change the documents and generate again.',
    '',
    '```sh',
    `${run('generate')}          # generate after changing a document; \`npx rpcloom generate --watch\` does it on each save`,
    `${run('lint')}              # report problems in the documents`,
    `${run('test')}                  # generate, build and run test/`,
    `${run('check')}             # exit with 1 if packages/ is out of date`,
    ...(targets.includes('docs')
      ? [`${run('docs')}              # serve the docs on http://127.0.0.1:8080/`]
      : []),
    ...(targets.includes('server')
      ? ['npx rpcloom scaffold server server    # create a server project with a stub per method']
      : []),
    '```',
    '',
    '## OpenRPC extensions',
    '',
    'All are optional. The generated clients, servers, mocks and docs use them:',
    '',
    '| extension | on | meaning |',
    '| --- | --- | --- |',
    ...extensions.map(([name, place, says]) => `| \`${name}\` | ${place} | ${says} |`),
    '',
  ].join('\n')
}

/** Extensions that the README of a new workspace mentions. */
const extensions: readonly (readonly [name: string, place: string, says: string])[] = [
  ['x-group', 'document', 'name in code, paths, transports, batches'],
  [
    'x-effect',
    'method',
    '`read`, `write` or `admin`: reads may be retried; the docs ask before they send other requests',
  ],
  ['x-since', 'document, method', 'first version that has it'],
  ['x-deprecated', 'document, method', 'since when, why, and the replacement'],
  ['x-stability', 'document, method', '`experimental`: may change in any version'],
  [
    'x-pagination',
    'method',
    'param and result member with the cursor; clients iterate with `.items()`',
  ],
  ['x-limits', 'method, param', 'sizes and rates'],
  ['x-cost', 'method', 'points that a call takes of a rate limit; 1 by default'],
  ['x-search', 'method', 'words by which readers look for the method in the docs'],
  ['x-subscription', 'method', 'topics of the subscription and their payloads'],
  ['x-implemented-by', 'method', 'roles that implement it: `["client"]` for what the server calls'],
  ['x-params', 'method', 'one schema for all params, such as a union'],
  ['x-cancel', 'document', 'notification that cancels a request'],
  ['x-progress', 'document', 'notification that reports the progress of a request'],
  ['x-rest', 'method', 'GET routes with the same result'],
  ['x-reason', 'error', 'symbolic name, when the error occurs, what to do'],
  ['x-availability', 'document, method', '`public` or `node-local`, per transport if they differ'],
  ['x-enabled-by', 'document, method', 'server setting that enables it'],
  ['x-unit', 'schema', 'unit of a number'],
  ['x-when', 'alternative of a result', 'values of params for which it is returned'],
  ['x-secret', 'schema', 'logs and docs omit the value'],
  ['x-mock', 'method, schema', 'state that mocks keep between calls'],
  ['x-glossary', 'document', 'terms for the glossary page of the docs'],
]

function json(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
