import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'generator/src')

/**
 * The modules of the generator that tests may import by path: the contracts between layers, with the types of
 * their data. Everything else is tested through them, through the entries of the package `rpcloom`, or through
 * the command line, so that a layer can be redesigned without touching its tests.
 */
const contracts: Readonly<Record<string, string>> = {
  'engine/config-file.ts': 'files -> configuration',
  'engine/imported-targets.ts': 'configuration -> configuration',
  'engine/run-targets.ts': 'Api -> files of targets',
  'output/format.ts': 'text -> formatted text',
  'output/lock.ts': 'the lock file',
  'output/output-paths.ts': 'paths -> faults',
  'output/plan.ts': 'files, lock -> plan',
  'output/write.ts': 'plan -> result',
  'output/output-lock.ts': 'plan -> result, one run at a time',
  'diff/compare.ts': 'two versions -> changes',
  'diff/change.ts': 'the changes',
  'diff/direction.ts': 'the changes: whom they affect',
  'diff/kinds.ts': 'the changes: their kinds',
  'diff/version.ts': 'a version',
  'diff/report.ts': 'changes -> text',
  'lint/lint.ts': 'documents -> findings',
  'lint/settings.ts': 'configuration -> settings',
  'lint/table.ts': 'the rules',
  'lint/page.ts': 'rules -> page',
  'export/export.ts': 'Api -> exported files',
  'scaffold/scaffold.ts': 'documents, project -> project',
  'init/init.ts': 'folder -> workspace',
  'cli/command-line.ts': 'arguments -> command',
  'cli/commands.ts': 'the commands',
  'cli/main.ts': 'arguments -> output, exit code',
  'cli/project.ts': 'options -> project',
}

/** Modules that tests import although they are no contract, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'cli/completion/candidates.ts': 'a table of words before the cursor',
  'cli/docs-versions.ts': 'a version of 100,000 characters, which pages would repeat',
  'cli/explain.ts': 'writes docs/diagnostics*.md, which have to be current',
  'cli/output.ts': 'characters that an argument cannot have',
  'cli/sources/source.ts': '25 arguments would start 25 processes and git repositories',
  'codegen/package-metadata.ts': 'a table of licences and links',
  'codegen/inline-constants.ts': 'cycles and chains that shapes seldom have',
  'codegen/template-fault.ts': 'a table of faults',
  'conform/address.ts': 'a table of addresses',
  'conform/against.ts': 'needs no server',
  'conform/infer/infer.ts': 'needs no server',
  'conform/io/differences.ts': 'a table of values',
  'conform/io/folder.ts': 'a table of names',
  'conform/io/format.ts': 'a table of texts',
  'conform/io/id-spans.ts': 'a table of texts',
  'conform/io/recorder.ts': 'runs in the process of the test',
  'conform/io/replay.ts': 'runs in the process of the test',
  'conform/proxy/overlay-text.ts': 'needs no server',
  'conform/proxy/proxy.ts': 'runs in the process of the test',
  'conform/proxy/route.ts': 'a table of routes',
  'conform/report/write.ts': 'needs no server',
  'conform/send.ts': 'faults of connections',
  'diff/allow.ts': 'a table of values of an option',
  'diff/patterns.ts': 'a table of patterns',
  'engine/revision.ts': 'needs a shallow clone',
  'engine/stamp.ts': 'a table of what makes a run stale',
  'json/hash.ts': 'line ends',
  'json/pointer.ts': 'JSON of the tests themselves',
  'load/read/decode.ts': 'a table of encodings',
  'load/check/examples.ts': 'counts examples',
  'load/formats/formats.ts': 'a table of modules',
  'load/overlay/patch.ts': 'compares with an oracle',
  'load/parse/parse.ts': 'compares with an oracle',
  'load/parse/position.ts': 'compares with an oracle',
  'load/read/remote.ts': 'needs no network',
  'model/document/effect.ts': 'a table of names',
  'model/names/group-names.ts': 'a table of names',
  'model/names/kept-names.ts': 'a table of names',
  'model/names/method-names.ts': 'a table of names',
  'model/names/module-paths.ts': 'a table of names',
  'model/names/split-names.ts': 'a table of names',
  'model/names/type-origin.ts': 'a table of names',
  'openrpc/known-schemas.ts': 'compares with published files',
  'output/conflict.ts': 'a table of texts with conflict markers',
  'output/derive.ts': 'writes no file',
  'output/manifest.ts': 'a damaged manifest',
  'release/bump.ts': 'a table of versions',
  'release/changeset.ts': 'a table of changesets',
  'release/released.ts': 'a table of tags',
}

const generatorImport = /from\s+'((?:\.\.\/)+generator\/(?:src|dist)\/[^']+)'/g

function importsBelow(folder: string): readonly (readonly [file: string, module: string])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return importsBelow(path)
    if (!entry.name.endsWith('.ts')) return []
    return [...readFileSync(path, 'utf8').matchAll(generatorImport)].map(([, specifier = '']) => {
      const at = resolve(dirname(path), specifier)
      const module = relative(source, at).replace('../dist/', '').replace(/\.js$/, '.ts')
      return [relative(root, path), module.split(sep).join('/')] as const
    })
  })
}

const imports = importsBelow(join(root, 'test'))

test('tests import the contracts of the generator', () => {
  const others = imports.filter(
    ([, module]) => !Object.hasOwn(contracts, module) && !Object.hasOwn(exceptions, module),
  )
  expect(others).toEqual([])
})

test('every listed module exists and is imported by a test', () => {
  const used = new Set(imports.map(([, module]) => module))
  const listed = [...Object.keys(contracts), ...Object.keys(exceptions)]
  expect(listed.filter((module) => !used.has(module))).toEqual([])
  expect(listed.filter((module) => !existsSync(join(source, module)))).toEqual([])
})
