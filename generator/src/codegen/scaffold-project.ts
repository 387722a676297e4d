import { jsonFile } from './package-files.ts'
import type { ScaffoldOptions, TextFile } from './scaffold.ts'

/** Returns the files of a project other than its sources. `own` are its development dependencies by name. */
export function projectSettings(
  options: ScaffoldOptions,
  own: Readonly<Record<string, string>> = {},
): readonly TextFile[] {
  return [
    manifest(options, own),
    ...tsconfigs(options),
    { path: '.gitignore', text: 'node_modules/\ndist/\n.rpcloom/\n' },
  ]
}

/** Lines of a program that list the methods without an implementation. `unfilled` and `handlers` are imported. */
export const unfilledLines: readonly string[] = [
  'const missing = unfilled(handlers)',
  'if (missing.length > 0) {',
  '  console.log(`Not implemented yet, returning error -32601 (${missing.length}):`)',
  '  for (const method of missing) console.log(`  ${method}`)',
  '}',
]

/** Returns a source file of a project. */
export function sourceText(path: string, lines: readonly string[]): TextFile {
  return { path, text: `${lines.join('\n')}\n`, format: 'typescript' }
}

function manifest(
  { projectName, packageName, dependency }: ScaffoldOptions,
  own: Readonly<Record<string, string>>,
): TextFile {
  return jsonFile('package.json', {
    name: projectName,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      build: 'tsc -b',
      check: 'tsc -b && tsc -p test',
      start: 'node dist/main.js',
      test: 'vitest run',
    },
    dependencies: { [packageName]: dependency },
    devDependencies: {
      ...own,
      '@types/node': '20.19.43',
      typescript: '7.0.2',
      vitest: '4.1.12',
    },
  })
}

function tsconfigs({ packagePath }: ScaffoldOptions): readonly TextFile[] {
  const build = {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      moduleDetection: 'force',
      types: ['node'],
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/project.tsbuildinfo',
      composite: true,
      sourceMap: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      noFallthroughCasesInSwitch: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
    },
    include: ['src'],
    ...(packagePath !== undefined && { references: [{ path: packagePath }] }),
  }
  const test = {
    extends: '../tsconfig.json',
    compilerOptions: {
      rootDir: '..',
      noEmit: true,
      composite: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      tsBuildInfoFile: null,
    },
    include: ['.', '../src'],
    references: [],
  }
  return [jsonFile('tsconfig.json', build), jsonFile('test/tsconfig.json', test)]
}
