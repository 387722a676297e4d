import type { McpGroup } from '@rpcloom/mcp'
import { argumentsSchema, type Tool, ToolError } from '@rpcloom/mcp/internal'
import { documentGroup } from '@rpcloom/mock'
import { hasErrors, toDiagnostics } from '../diagnostics/diagnostics.ts'
import { excessOf } from '../diff/allow.ts'
import { compareApis } from '../diff/compare.ts'
import { changesAsJson } from '../diff/report.ts'
import type { GuideFile } from '../codegen/target.ts'
import type { FoundProject } from '../engine/project.ts'
import { readApi } from '../engine/read-api.ts'
import { loadFormats } from '../load/formats/formats.ts'
import type { LoadedFormats } from '../load/index.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { explainCommand } from './explain.ts'
import { lintJson, lintProject } from './lint.ts'
import { guideResources, guidesFor, searchGuidesTool } from './guides-tool.ts'
import { formatDiagnostics, type Output } from './output.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { portOf } from './serving.ts'
import { serveTools } from './serve-tools.ts'
import type { Workspace } from './sources/source.ts'
import { readVersions } from './sources/version.ts'

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
  // The programs that the configuration names run once: later versions of them are not the ones that the user started.
  const { root, config } = found.project
  const { found: formats, findings } = await loadFormats(root, config.formats)
  output.diagnostics(toDiagnostics(findings, new Map()))
  if (findings.length > 0) return 2
  const workspace = { root, config, ...(formats && { formats }) }
  const read = (): Promise<readonly McpGroup[] | undefined> => groupsOf(workspace, output)
  if ((await read()) === undefined) return 2
  const { http } = values
  const guides = (): readonly GuideFile[] => guidesFor(root, config)
  const served = {
    tools: [
      lintTool(found, formats),
      diffTool(workspace, values),
      explainTool,
      searchGuidesTool(guides),
    ],
    resources: guideResources(guides),
    groups: async () => (await read()) ?? invalidDocuments(),
  }
  await serveTools(served, http === undefined ? undefined : Number(http))
  return 0
}

async function groupsOf(
  { config, ...workspace }: Workspace,
  output: Output,
): Promise<readonly McpGroup[] | undefined> {
  const input = await readApi({ ...config, ...workspace })
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

function lintTool(found: FoundProject, formats: LoadedFormats | undefined): Tool {
  return {
    name: 'lint',
    title: 'Lint the documents',
    description: 'Reports problems in the documents of the workspace.',
    effect: 'read',
    inputSchema: argumentsSchema({}),
    call: async () => ({ value: lintJson(await lintProject(found, formats)) }),
  }
}

function diffTool(workspace: Workspace, values: McpValues): Tool {
  return {
    name: 'diff',
    title: 'Compare two versions of the documents',
    description:
      'Compares two versions of the documents and reports breaking changes. A version is a git revision (`v1.2.0`, `HEAD~1:api.openrpc.json`), or a file or folder of the workspace, which is the default of `new`. A configuration must be JSON.',
    effect: 'read',
    inputSchema: argumentsSchema({ old: text, new: text }, 'old'),
    async call({ old, new: given }) {
      const now = given === undefined ? workspace.root : version(given)
      const { output, errors } = captured()
      const versions = await readVersions([version(old), now], { ...values, workspace }, output)
      if (!versions) throw new ToolError(errors.join('\n'))
      const [before, after] = versions
      const changes = compareApis(before.version, after.version)
      const excess = excessOf(changes, { audiences: new Set(), kinds: new Set() })
      return { value: { changes: changesAsJson(changes), excess: excess.length } }
    },
  }
}

const explainTool: Tool = {
  name: 'explain',
  title: 'Explain a diagnostic',
  description: 'Explains a diagnostic such as RL110, or a rule of lint, and how to fix it.',
  effect: 'read',
  inputSchema: argumentsSchema({ code: text }, 'code'),
  async call({ code }) {
    const parsed = explainCommand.parse('explain', ['--json', '--', String(code)])
    if (parsed.kind !== 'call') throw new ToolError('Invalid arguments of explain')
    const { output, lines, errors } = captured()
    if ((await parsed.run(output)) === 2) throw new ToolError(errors.join('\n'))
    return { value: JSON.parse(lines.join('\n')) as unknown }
  },
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

/** Returns an output that is kept instead of printed. */
function captured(): {
  readonly output: Output
  readonly lines: readonly string[]
  readonly errors: readonly string[]
} {
  const lines: string[] = []
  const errors: string[] = []
  const output: Output = {
    json: true,
    quiet: false,
    line: (line) => lines.push(line),
    note: (line) => lines.push(line),
    error: (line) => errors.push(line),
    fault: (code, message) => errors.push(`${code} ${message}`),
    progress: () => undefined,
    diagnostics: (list) => errors.push(formatDiagnostics(list, false)),
  }
  return { output, lines, errors }
}
