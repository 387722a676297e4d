import { replaceMisleading } from '@rpcloom/schema/internal'
import { serverSide } from '../model/sides.ts'
import type { Api, Group } from '../model/types.ts'
import { banner } from './banner.ts'
import { builtFirst, licenseFiles, packageJson, readmeFile, tsconfigJson } from './package-files.ts'
import { quoteString } from './quote.ts'
import { programAddresses } from './sample-address.ts'
import { openScope } from './scope.ts'
import { documentsText } from './source-file.ts'
import { commandName, typesPackage } from './package-names.ts'
import type { OutputFile, SourceOutput, TargetOptions } from './target.ts'
import { codeSpan, Markup, type ViewObject } from './template.ts'

/** A package that contains a program as data, and a bin that runs it. */
export interface ProgramPackage {
  /** What the package is, before the titles of the documents: `Command line of`. */
  readonly about: string
  /** Package that runs programs: `@rpcloom/cli`. */
  readonly runtime: string
  /** Type of programs in the runtime. */
  readonly type: string
  /** Function of the runtime that runs a program. */
  readonly run: string
  /** Path of the bin below the package. */
  readonly bin: string
  /** Returns the members of a group besides its title, address, document and descriptors, as lines of code. */
  readonly groupLines: (group: Group, api: Api) => readonly string[]
  /** Returns the values of the readme's template besides the names. */
  readonly readme: (api: Api, command: string) => ViewObject
}

/** Returns the files of a package that contains a program as data. */
export function programFiles(
  all: Api,
  options: TargetOptions,
  program: ProgramPackage,
): readonly OutputFile[] {
  const api = serverSide(all)
  const { runtime, bin } = program
  return [
    packageJson(options, {
      description: descriptionOf(api, program),
      entries: [],
      bin: { [commandName(options)]: bin },
      dependencies: {
        [runtime]: options.runtimeVersion,
        [typesPackage(api, options)]: options.version,
      },
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({
      types: ['node'],
      references: builtFirst(options, 'types'),
    }),
    binFile(api, bin, [
      `import { ${program.run} } from ${quoteString(runtime)}`,
      "import { program } from '../dist/index.js'",
      '',
      `await ${program.run}(program)`,
    ]),
    programModule(api, options, program),
    readme(api, options, program),
    ...licenseFiles(options),
  ]
}

/** Returns a text in one line of at most 200 characters. Programs print it without further checks. */
export function lineOf(text: string): string {
  const line = replaceMisleading(text, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > 200 ? `${[...line].slice(0, 199).join('')}…` : line
}

function descriptionOf({ groups }: Api, { about }: ProgramPackage): string {
  return `${about} ${groups.map(({ title }) => lineOf(title)).join(', ')}`
}

/**
 * Returns a file of a command. It is not compiled, since npm only links a command whose file exists at install
 * time.
 */
export function binFile({ groups }: Api, path: string, lines: readonly string[]): OutputFile {
  const from = documentsText(groups.map(({ file }) => file))
  const text = ['#!/usr/bin/env node', banner(from), ...lines, ''].join('\n')
  return { kind: 'text', path, text, format: 'typescript' }
}

/** Returns the module with the program. Documents and descriptors are loaded on demand. */
function programModule(api: Api, options: TargetOptions, program: ProgramPackage): SourceOutput {
  const { runtime, run } = program
  const path = 'src/index.ts'
  const scope = openScope(api, path, ['program'], new Set())
  const type = scope.use(runtime, program.type, 'type')
  const types = typesPackage(api, options)
  return scope.module([
    [
      `/** The program as data: \`${run}\` of \`${runtime}\` runs it. */`,
      `export const program: ${type} = {`,
      `  name: ${quoteString(commandName(options))},`,
      `  version: ${quoteString(options.version)},`,
      `  description: ${quoteString(descriptionOf(api, program))},`,
      '  groups: [',
      ...api.groups.flatMap((group) => [
        ...groupLines(group, types),
        ...program.groupLines(group, api).map((line) => `      ${line}`),
        '    },',
      ]),
      '  ],',
      '  errors: async () => {',
      `    const { errors, errorsByMethod } = await import(${quoteString(`${types}/errors`)})`,
      '    return { errors, lists: errorsByMethod }',
      '  },',
      '}',
    ].join('\n'),
  ])
}

/** Returns the first lines of a group, which are the same in all programs. */
function groupLines(group: Group, types: string): readonly string[] {
  const { slug, title } = group
  const document = quoteString(`${types}/documents/${slug}`)
  const methods = quoteString(`${types}/methods/${slug}`)
  return [
    '    {',
    `      title: ${quoteString(lineOf(title))},`,
    ...Object.entries(programAddresses(group)).flatMap(
      ([name, url]: [string, string | undefined]) =>
        url === undefined ? [] : [`      ${name}: ${quoteString(url)},`],
    ),
    `      document: async () => (await import(${document})).document(),`,
    `      methods: async () => (await import(${methods})).methods,`,
  ]
}

function readme(api: Api, options: TargetOptions, program: ProgramPackage): OutputFile {
  const { packageName } = options
  const name = commandName(options)
  return readmeFile(options, {
    packageName,
    // The name of a command has no character with a meaning in Markdown code.
    name: new Markup(name),
    program: codeSpan(`import { program } from ${quoteString(packageName)}`),
    ...program.readme(api, name),
  })
}
