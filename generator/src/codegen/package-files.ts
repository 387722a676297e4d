import { visibleJson } from '@rpcloom/schema/internal'
import { compareText } from '../json/compare-text.ts'
import { jsonText } from '../json/text.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { lineText } from './quote.ts'
import type { TargetOptions, TextOutput } from './target.ts'
import { renderTemplate, type ViewObject } from './template.ts'

/** Content of the emitted package files that differs between packages. */
export interface PackageParts {
  readonly description: string
  /** Entries in addition to `.`, as paths below `src` without extension: `p-chain`. */
  readonly entries: readonly string[]
  /** Dependencies with exact versions. The runtime is always added. */
  readonly dependencies?: Readonly<Record<string, string>>
  /** Dependencies that are only needed to build the package. */
  readonly devDependencies?: Readonly<Record<string, string>>
  /** Files that are published unchanged. Each has its own entry in `exports`. */
  readonly assets?: readonly string[]
  /** The source documents by group, from `documentsMember`. */
  readonly documents?: JsonObject
  /** Paths of commands below the package, by name. */
  readonly bin?: Readonly<Record<string, string>>
}

/** Platform types that the sources of a package depend on. */
export interface Platform {
  /** TypeScript libraries that the sources use. */
  readonly lib?: readonly string[]
  /** Packages of ambient types. */
  readonly types?: readonly string[]
  /** Folders of packages that `tsc -b` must build first. */
  readonly references?: readonly string[]
  /** Whether every export must have an explicit type; true by default. */
  readonly isolatedDeclarations?: boolean
}

/** Returns the package.json of an emitted package. */
export function packageJson(options: TargetOptions, parts: PackageParts): TextOutput {
  const entries = parts.entries.map((entry) => [`./${entry}`, exportOf(entry)] as const)
  const assets = parts.assets ?? []
  const { homepage, repository, bugs } = options.metadata ?? {}
  const manifest = {
    name: options.packageName,
    version: options.version,
    // A lone surrogate is valid in JSON, but cannot be written to a UTF-8 file.
    description: lineText(parts.description),
    license: licenseOf(options),
    ...(homepage !== undefined && { homepage }),
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    ...(bugs !== undefined && { bugs: { url: bugs } }),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    publishConfig: { access: 'public' },
    files: [
      ...(parts.bin ? ['bin'] : []),
      'dist',
      'src',
      typeScriptNotice.path,
      'llms.txt',
      // `rpcloom release` writes the changelog. npm only packs listed files.
      'CHANGELOG.md',
      ...assets,
      '!**/*.tsbuildinfo',
    ],
    ...(parts.bin && { bin: parts.bin }),
    exports: {
      '.': exportOf('index'),
      ...Object.fromEntries(entries),
      ...Object.fromEntries(assets.map((path) => [`./${path}`, `./${path}`])),
      './package.json': './package.json',
    },
    // Used by module resolutions that do not support `exports`.
    typesVersions: { [oldTypeScript]: { '*': [typeScriptNotice.path] } },
    // Packing runs the build first, so that no stale or missing build is published.
    scripts: { build: 'tsc -p tsconfig.json', prepack: 'tsc -b' },
    dependencies: sorted({ '@rpcloom/rpc': options.runtimeVersion, ...parts.dependencies }),
    ...(parts.devDependencies && { devDependencies: sorted(parts.devDependencies) }),
    ...(parts.documents && { rpcloom: { documents: parts.documents } }),
  }
  // The layout of npm, which Yarn, pnpm and Bun leave as it is: they write manifests again when they install.
  const text = `${visibleJson(jsonText(manifest, undefined, 2))}\n`
  return { kind: 'text', path: 'package.json', text }
}

/** Sorts dependencies by name, as package managers do. */
function sorted(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(dependencies).toSorted(compareText)
  return Object.fromEntries(names.map((name) => [name, dependencies[name] ?? '']))
}

function exportOf(entry: string): JsonObject {
  return {
    [`types@${oldTypeScript}`]: `./${typeScriptNotice.path}`,
    types: `./dist/${entry}.d.ts`,
    default: `./dist/${entry}.js`,
  }
}

/** Versions of TypeScript that cannot parse the emitted declarations. */
const oldTypeScript = '<5.0'

/**
 * The module to which TypeScript before 5.0 resolves a package. Its only content is a type error that names
 * the required version. It must be a `.ts` file, because `skipLibCheck` would hide an error in a declaration
 * file.
 */
export const typeScriptNotice: TextOutput = {
  kind: 'text',
  path: 'needs-typescript-5.0.ts',
  format: 'typescript',
  text: `// Older versions of TypeScript resolve this package to this file and report the error in it.
export const typescript: 'This package needs TypeScript 5.0 or later' = false
`,
}

/**
 * Returns the tsconfig.json of an emitted package. It does not extend another file, and enables every strict
 * flag that the sources comply with.
 */
export function tsconfigJson({
  lib = [],
  types = [],
  references = [],
  isolatedDeclarations = true,
}: Platform): TextOutput {
  return jsonFile('tsconfig.json', {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', ...lib],
      module: 'nodenext',
      moduleDetection: 'force',
      types: [...types],
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/package.tsbuildinfo',
      composite: true,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitOverride: true,
      noImplicitReturns: true,
      noFallthroughCasesInSwitch: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      isolatedDeclarations,
      erasableSyntaxOnly: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: false,
    },
    include: ['src'],
    ...(references.length > 0 && { references: references.map((path) => ({ path })) }),
  })
}

/** Returns a JSON file, formatted as npm does. */
export function jsonFile(path: string, value: Json): TextOutput {
  return {
    kind: 'text',
    path,
    text: `${visibleJson(jsonText(value, undefined, 2))}\n`,
    format: 'json',
  }
}

/**
 * Returns the SPDX name of the licence: the target's option `license`, else the licence of the documents,
 * else MIT.
 */
export function licenseOf({ options, metadata }: TargetOptions): string {
  const { license } = options
  return typeof license === 'string' ? license : (metadata?.license ?? 'MIT')
}

/**
 * Returns the licence file for MIT. For any other licence, returns no file, because the generator does not
 * include its text.
 */
export function licenseFiles(options: TargetOptions): readonly TextOutput[] {
  if (licenseOf(options) !== 'MIT') return []
  const text = `MIT License

Copyright (c) the authors of ${options.packageName}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
  return [{ kind: 'text', path: 'LICENSE', text }]
}

/** Returns the readme of a package from the template of its target. */
export function readmeFile({ templates }: TargetOptions, view: ViewObject): TextOutput {
  const text = renderTemplate(templates['README.md.hbs'] ?? '', view, { output: 'markdown' })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}

/**
 * Returns the path of the package of another target, which must be built first; empty if this run does not
 * generate the package.
 */
export function builtFirst(
  { siblings }: Pick<TargetOptions, 'siblings'>,
  target: string,
): readonly string[] {
  return siblings[target] === undefined ? [] : [`../${target}`]
}
