import type { Api } from 'rpcloom/model'
import {
  documentsText,
  openScope,
  quoteString,
  serverOrigin,
  type SourceOutput,
  type TargetOptions,
} from 'rpcloom/codegen'
import { type CommandGroup, commandGroups } from './commands.ts'
import { commandName, typesPackage } from './context.ts'

const path = 'src/index.ts'

/** Returns the module with the commands as data. Documents and descriptors are loaded on demand. */
export function programModule(api: Api, options: TargetOptions): SourceOutput {
  const scope = openScope(api, path, ['program'], new Set())
  const type = scope.use('@rpcloom/cli', 'Program', 'type')
  const types = typesPackage(api, options)
  const titles = commandGroups(api)
    .map(({ title }) => title)
    .join(', ')
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [
      [
        '/** The command line as data: `runCli` of `@rpcloom/cli` runs it. */',
        `export const program: ${type} = {`,
        `  name: ${quoteString(commandName(options))},`,
        `  version: ${quoteString(options.version)},`,
        `  description: ${quoteString(`Calls ${titles}`)},`,
        '  groups: [',
        ...commandGroups(api).flatMap((group) => groupLines(group, types)),
        '  ],',
        '  errors: async () => {',
        `    const { errors, errorsByMethod } = await import(${quoteString(`${types}/errors`)})`,
        '    return { errors, lists: errorsByMethod }',
        '  },',
        '}',
      ].join('\n'),
    ],
  }
}

function groupLines(
  { group, command, title, commands }: CommandGroup,
  types: string,
): readonly string[] {
  const { slug } = group
  const url = serverOrigin(group)
  const document = quoteString(`${types}/documents/${slug}`)
  const methods = quoteString(`${types}/methods/${slug}`)
  return [
    '    {',
    `      command: ${quoteString(command)},`,
    `      title: ${quoteString(title)},`,
    ...(url === undefined ? [] : [`      url: ${quoteString(url)},`]),
    `      document: async () => (await import(${document})).document(),`,
    `      methods: async () => (await import(${methods})).methods,`,
    '      commands: [',
    ...commands.map(
      ({ words, method, summary }) =>
        `        { words: ${quoteString(words)}, method: ${quoteString(method)}, summary: ${quoteString(summary)} },`,
    ),
    '      ],',
    '    },',
  ]
}
