import type { Api, Group } from 'rpcloom/model'
import {
  endingMethods,
  Markup,
  type OutputFile,
  programFiles,
  quoteString,
  type TargetOptions,
  type ViewObject,
} from 'rpcloom/codegen'

/** Returns the files of the package of an MCP server. */
export function mcpFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return programFiles(api, options, {
    about: 'MCP server of',
    runtime: '@rpcloom/mcp',
    type: 'McpProgram',
    run: 'runMcp',
    bin: 'bin/mcp.mjs',
    groupLines: ({ slug }) => [`slug: ${quoteString(slug)},`],
    readme: ({ groups }, name) => ({
      settings: new Markup(settingsOf(options.packageName, name)),
      groups: groups.map(methodCounts),
    }),
  })
}

/** Returns the settings of an MCP client that starts the server. */
function settingsOf(packageName: string, name: string): string {
  const server = { command: 'npx', args: ['--package', packageName, name] }
  return JSON.stringify({ mcpServers: { [name]: server } }, undefined, 2)
}

function methodCounts(group: Group): ViewObject {
  const { title } = group
  // Neither subscriptions nor the methods that end them are tools.
  const ends = endingMethods(group)
  const tools = group.methods.filter(({ name, subscription }) => !subscription && !ends.has(name))
  const count = (effect: string): string =>
    String(tools.filter((one) => one.effect === effect).length)
  return { title, reads: count('read'), writes: count('write'), admin: count('admin') }
}
