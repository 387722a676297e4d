import type { Api, JsonObject } from 'rpcloom/model'
import { scenarioSchema } from '@rpcloom/mock'
import {
  binFile,
  builtFirst,
  codeSpan,
  commandName,
  jsonFile,
  licenseFiles,
  Markup,
  memberAccess,
  openScope,
  type OutputFile,
  packageJson,
  quoteString,
  readmeFile,
  samplePort,
  type SourceOutput,
  type TargetOptions,
  tsconfigJson,
  typesPackage,
} from 'rpcloom/codegen'
import { codeOf, listeningOf, mswOf, scenarioOf } from './samples.ts'
import { llms } from './llms.ts'
import { mockName, serverPackage } from './context.ts'
import { topicsOf } from './group.ts'

const commandPath = 'bin/mock.mjs'

export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return [
    packageJson(options, {
      description: `Mock of ${api.groups.map(({ title }) => title).join(', ')}`,
      entries: [...api.groups.map(({ slug }) => slug), 'msw'],
      assets: ['scenario.schema.json'],
      bin: { [commandName(options)]: commandPath },
      dependencies: {
        '@rpcloom/mock': options.runtimeVersion,
        [serverPackage(api, options)]: options.version,
        [typesPackage(api, options)]: options.version,
      },
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({
      types: ['node'],
      references: builtFirst(options, 'server'),
    }),
    binFile(api, commandPath, [
      "import { runMock } from '@rpcloom/mock/node'",
      "import { createMock } from '../dist/index.js'",
      '',
      `await runMock({ name: ${quoteString(commandName(options))}, create: createMock })`,
    ]),
    mswModule(api),
    scenarioFile(api),
    readme(api, options),
    llms(api, options),
    ...licenseFiles(options),
  ]
}

/** Returns the module with request handlers for msw. */
function mswModule(api: Api): SourceOutput {
  return openScope(api, 'src/msw.ts', [], new Set()).module([
    "export { mockHandlers, type Msw, type MswOptions, type MswSocket } from '@rpcloom/mock/msw'",
  ])
}

/**
 * Returns the JSON Schema of scenario files for editors. It contains the methods and topics of the documents.
 */
function scenarioFile(api: Api): OutputFile {
  const methods = api.groups.flatMap((group) => group.methods.map(({ name }) => name))
  const topics = api.groups.flatMap((group) => topicsOf(group).map(({ name }) => name))
  const names = { methods: [...new Set(methods)], topics: [...new Set(topics)] }
  return jsonFile('scenario.schema.json', scenarioSchema(names) as JsonObject)
}

function readme(api: Api, options: TargetOptions): OutputFile {
  return readmeFile(options, {
    packageName: options.packageName,
    command: codeSpan(`npx ${options.packageName} --port ${samplePort(api)}`),
    code: new Markup(codeOf(api, options)),
    listening: new Markup(listeningOf(options)),
    scenario: new Markup(scenarioOf(api, options)),
    msw: new Markup(mswOf(api, options)),
    groups: api.groups.map((group) => ({
      title: group.title,
      member: codeSpan(`mock${memberAccess(group.key)}`),
      type: codeSpan(mockName(group)),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  })
}
