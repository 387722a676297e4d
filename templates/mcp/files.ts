import { type Api, serverSide } from 'rpcloom/model'
import {
  banner,
  codeSpan,
  documentsText,
  licenseFiles,
  Markup,
  type OutputFile,
  packageJson,
  quoteString,
  renderTemplate,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/codegen'
import { commandName, programModule, titlesOf, typesPackage } from './program.ts'

const binPath = 'bin/mcp.mjs'

/** Returns the files of the package of an MCP server. */
export function mcpFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const served = serverSide(api)
  const isBuiltHere = options.siblings['types'] !== undefined
  return [
    packageJson(options, {
      description: `MCP server of ${titlesOf(served)}`,
      entries: [],
      bin: { [commandName(options)]: binPath },
      dependencies: {
        '@rpcloom/mcp': options.runtimeVersion,
        [typesPackage(served, options)]: options.version,
      },
      devDependencies: { '@types/node': '20.19.43' },
    }),
    // The types package in the neighbouring folder must be built first.
    tsconfigJson({ types: ['node'], references: isBuiltHere ? ['../types'] : [] }),
    binFile(served),
    programModule(served, options),
    readme(served, options),
    ...licenseFiles(options),
  ]
}

/**
 * Returns the file of the command. It is not compiled, since npm only links a command whose file exists at
 * install time.
 */
function binFile(api: Api): OutputFile {
  const text = [
    '#!/usr/bin/env node',
    banner(documentsText(api.groups.map(({ file }) => file))),
    "import { runMcp } from '@rpcloom/mcp'",
    "import { program } from '../dist/index.js'",
    '',
    'await runMcp(program)',
    '',
  ].join('\n')
  return { kind: 'text', path: binPath, text, format: 'typescript' }
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const { packageName } = options
  const name = commandName(options)
  const settings = {
    mcpServers: {
      [name]: { command: 'npx', args: ['--package', packageName, name] },
    },
  }
  const view = {
    packageName,
    name,
    settings: new Markup(JSON.stringify(settings, undefined, 2)),
    http: new Markup(`${name} --http 8080`),
    groups: api.groups.map(({ title, methods }) => ({
      title,
      reads: String(methods.filter(({ effect }) => effect === 'read').length),
      writes: String(methods.filter(({ effect }) => effect === 'write').length),
      admin: String(methods.filter(({ effect }) => effect === 'admin').length),
    })),
    program: codeSpan(`import { program } from ${quoteString(packageName)}`),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}
