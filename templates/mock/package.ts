import type { Api } from 'rpcloom/model'
import {
  documentsText,
  banner,
  codeSpan,
  licenseFiles,
  Markup,
  memberAccess,
  type OutputFile,
  packageJson,
  quoteString,
  renderTemplate,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/emit'
import { codeOf } from './example.ts'
import { llms } from './llms.ts'
import { commandName, mockName, serverPackage } from './context.ts'

const commandPath = 'bin/mock.mjs'

/** What the package has beside its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return [
    packageJson(options, {
      description: `Mock of ${api.groups.map(({ title }) => title).join(', ')}`,
      entries: api.groups.map(({ slug }) => slug),
      bin: { [commandName(options)]: commandPath },
      dependencies: { [serverPackage(api, options)]: options.version },
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({
      types: ['node'],
      // Emitted side by side, and built in that order.
      references: options.siblings['server'] === undefined ? [] : ['../server'],
    }),
    command(api, options),
    readme(api, options),
    llms(api, options),
    ...licenseFiles(options),
  ]
}

/** npm links a command only if its file is there at install, so this one is not compiled. */
function command(api: Api, options: TargetOptions): OutputFile {
  const text = [
    '#!/usr/bin/env node',
    banner(documentsText(api.groups.map(({ file }) => file))),
    "import { runMock } from '@rpcloom/rpc/mock/node'",
    "import { createMock } from '../dist/index.js'",
    '',
    `await runMock({ name: ${quoteString(commandName(options))}, create: createMock })`,
    '',
  ].join('\n')
  return { kind: 'text', path: commandPath, text, format: 'typescript' }
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const view = {
    packageName: options.packageName,
    command: codeSpan(`npx ${commandName(options)} --port 8545`),
    code: new Markup(codeOf(api, options)),
    groups: api.groups.map((group) => ({
      title: group.title,
      member: codeSpan(`mock${memberAccess(group.key)}`),
      type: codeSpan(mockName(group)),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}
