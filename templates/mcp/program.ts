import type { Api, Group } from 'rpcloom/model'
import {
  documentsText,
  openScope,
  quoteString,
  replaceMisleading,
  serverOrigin,
  type SourceOutput,
  type TargetOptions,
} from 'rpcloom/codegen'

const path = 'src/index.ts'

/** Returns the name of the types package. If this run does not generate it, the name is `types` with the scope. */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** Returns the name of the command: the option `command`, or `acme-mcp` for the package `@acme/mcp`. */
export function commandName({ packageName, options }: TargetOptions): string {
  const { command } = options
  // The configuration checks the form of the option.
  return typeof command === 'string' ? command : packageName.replace(/^@/, '').replace('/', '-')
}

/** Returns the titles of the documents, in one line. */
export function titlesOf({ groups }: Api): string {
  return groups.map(titleOf).join(', ')
}

function titleOf({ title }: Group): string {
  return replaceMisleading(title, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the module with the server as data. Documents and descriptors are loaded when it starts. */
export function programModule(api: Api, options: TargetOptions): SourceOutput {
  const scope = openScope(api, path, ['program'], new Set())
  const type = scope.use('@rpcloom/mcp', 'McpProgram', 'type')
  const types = typesPackage(api, options)
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [
      [
        '/** The MCP server as data: `runMcp` of `@rpcloom/mcp` runs it. */',
        `export const program: ${type} = {`,
        `  name: ${quoteString(commandName(options))},`,
        `  version: ${quoteString(options.version)},`,
        `  description: ${quoteString(`Tools of ${titlesOf(api)}`)},`,
        '  groups: [',
        ...api.groups.flatMap((group) => groupLines(group, types)),
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

function groupLines(group: Group, types: string): readonly string[] {
  const { slug } = group
  const url = serverOrigin(group)
  const document = quoteString(`${types}/documents/${slug}`)
  const methods = quoteString(`${types}/methods/${slug}`)
  return [
    '    {',
    `      slug: ${quoteString(slug)},`,
    `      title: ${quoteString(titleOf(group))},`,
    ...(url === undefined ? [] : [`      url: ${quoteString(url)},`]),
    `      document: async () => (await import(${document})).document(),`,
    `      methods: async () => (await import(${methods})).methods,`,
    '    },',
  ]
}
