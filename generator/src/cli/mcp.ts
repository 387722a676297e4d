import type { McpGroup } from '@rpcloom/mcp'
import { argumentsSchema, type Tool, ToolError } from '@rpcloom/mcp/internal'
import { documentGroup } from '@rpcloom/mock'
import { hasErrors } from '../diagnostics/diagnostics.ts'
import type { GuideFile } from '../codegen/target.ts'
import type { Project } from '../engine/project.ts'
import { readApi } from '../engine/read-api.ts'
import type { JsonObject } from '../json/types.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import { diffCommand } from './diff.ts'
import type { ExitCode } from './exit-code.ts'
import { explainCommand } from './explain.ts'
import { lintCommand } from './lint.ts'
import { guideResources, guidesFor, searchGuidesTool } from './guides-tool.ts'
import { formatDiagnostics, type Output } from './output.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { portOf } from './serving.ts'
import { serveTools } from './serve-tools.ts'

const options = {
  ...projectOptions,
  http: {
    type: 'string',
    value: 'PORT',
    help: 'serve Streamable HTTP at /mcp of the port, instead of standard input and output',
  },
  ...commonOptions,
} as const
type McpValues = Call<typeof options>['values']

export const mcpCommand: Command = defineCommand({
  about: [
    'serves tools for the documents by the Model Context Protocol: lint, diff, explain, search_methods and search_guides. Guides and the pages of methods are resources.',
  ],
  options,
  examples: ['rpcloom mcp', 'rpcloom mcp --http 8080'],
  fault: ({ http, ...values }) =>
    http !== undefined && portOf({ port: http }) === undefined
      ? '--http must be a number from 0 to 65535.'
      : projectFault({ ...values, out: undefined, targets: undefined }),
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const found = await findProject(values, { out: '.', targets: 'types', scope: '@mcp' }, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const read = (): Promise<readonly McpGroup[] | undefined> => groupsOf(found.project, output)
  if ((await read()) === undefined) return 2
  const { http } = values
  const guides = (): readonly GuideFile[] => guidesFor(root, config)
  const served = {
    tools: [...toolsOf(values), searchGuidesTool(guides)],
    resources: guideResources(guides),
    groups: async () => (await read()) ?? invalidDocuments(),
  }
  await serveTools(served, http === undefined ? undefined : Number(http))
  return 0
}

async function groupsOf(
  { root, config }: Project,
  output: Output,
): Promise<readonly McpGroup[] | undefined> {
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics.filter(({ severity }) => severity === 'error'))
  if (input.loaded === undefined || hasErrors(input.diagnostics)) return undefined
  return input.api.groups.map(({ slug, title, bundle, methods }) => {
    const effects = new Map(methods.map(({ name, effect }) => [name, effect]))
    const group = documentGroup(bundle, slug)
    const entries = group.methods.map((one) => {
      const { name } = one
      return [name, { ...one, group, effect: effects.get(name) ?? 'write' }] as const
    })
    const table = Object.fromEntries(entries)
    return { slug, title, document: async () => bundle, methods: async () => table }
  })
}

function invalidDocuments(): never {
  throw new ToolError('The documents are invalid', { help: 'Call lint for the errors' })
}

const text = { type: 'string' }

/** Returns the commands as tools. Their results are the output of `--json`. */
function toolsOf(values: McpValues): readonly Tool[] {
  const given = Object.keys(projectOptions).flatMap((name) => argumentsOf(name, values))
  const only = (names: readonly string[]): readonly string[] =>
    given.filter((one) => names.some((name) => one === name || one.startsWith(`${name}=`)))
  const shared = ['--overlay', '--allow-unresolved', '--allow-outside']
  return [
    tool({
      name: 'lint',
      description: 'Reports problems in the documents of the workspace.',
      command: lintCommand,
      args: () => given,
    }),
    tool({
      name: 'diff',
      description:
        'Compares two versions of the documents and reports breaking changes. A version is a git revision (`v1.2.0`, `HEAD~1:api.openrpc.json`), or a file or folder of the workspace, which is the default of `new`.',
      properties: { old: text, new: text },
      required: ['old'],
      command: diffCommand,
      args: ({ old, new: now = '.' }) => [...only(shared), '--', version(old), version(now)],
    }),
    tool({
      name: 'explain',
      description: 'Explains a diagnostic such as RL110, or a rule of lint, and how to fix it.',
      properties: { code: text },
      required: ['code'],
      command: explainCommand,
      args: ({ code }) => ['--', String(code)],
    }),
  ]
}

function argumentsOf(name: string, values: McpValues): readonly string[] {
  const value = values[name as keyof typeof projectOptions]
  if (value === undefined || value === false) return []
  if (value === true) return [`--${name}`]
  return [value].flat().map((one) => `--${name}=${one}`)
}

/** A version inside the workspace: models choose it, so it must not name other files or addresses. */
function version(given: unknown): string {
  const word = String(given)
  const [revision = '', path = ''] = word.split(':')
  const isOutside = [revision, path].some((part) => /^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(part))
  if (!isOutside && /^[^:\s-][^:\s]*(:[^:\s]+)?$/.test(word) && !/^[a-z]:|:\/\//i.test(word))
    return word
  throw new ToolError('A version must be a git revision, or a path in the workspace')
}

interface CommandTool {
  readonly name: string
  readonly description: string
  readonly properties?: JsonObject
  readonly required?: readonly string[]
  readonly command: Command
  readonly args: (args: Readonly<Record<string, unknown>>) => readonly string[]
}

function tool({
  name,
  description,
  properties = {},
  required = [],
  command,
  args,
}: CommandTool): Tool {
  return {
    name,
    title: description.split('. ')[0] ?? name,
    description,
    effect: 'read',
    inputSchema: argumentsSchema(properties, ...required),
    async call(given) {
      const parsed = command.parse(name, ['--json', ...args(given)])
      if (parsed.kind !== 'call') throw new ToolError(`Invalid arguments of ${name}`)
      const printed = { lines: [], errors: [] }
      const code = await parsed.run(captured(printed))
      if (code === 2) throw new ToolError(printed.errors.join('\n'))
      return { value: JSON.parse(printed.lines.join('\n')) as unknown }
    },
  }
}

/** Returns an output that is kept instead of printed. */
function captured({
  lines,
  errors,
}: {
  readonly lines: string[]
  readonly errors: string[]
}): Output {
  return {
    json: true,
    quiet: false,
    line: (line) => lines.push(line),
    note: (line) => lines.push(line),
    error: (line) => errors.push(line),
    fault: (code, message) => errors.push(`${code} ${message}`),
    progress: () => undefined,
    diagnostics: (list) => errors.push(formatDiagnostics(list, false)),
  }
}
