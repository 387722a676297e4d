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
import { commandName, typesPackage } from './context.ts'
import { type CommandGroup, commandGroups } from './commands.ts'
import { programModule } from './program.ts'

const binPath = 'bin/cli.mjs'

/** Returns the files of the package of a command line. */
export function cliFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  const served = serverSide(api)
  const isBuiltHere = options.siblings['types'] !== undefined
  return [
    packageJson(options, {
      description: `Command line of ${served.groups.map(({ title }) => title).join(', ')}`,
      entries: [],
      bin: { [commandName(options)]: binPath },
      dependencies: {
        '@rpcloom/cli': options.runtimeVersion,
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
    "import { runCli } from '@rpcloom/cli'",
    "import { program } from '../dist/index.js'",
    '',
    'await runCli(program)',
    '',
  ].join('\n')
  return { kind: 'text', path: binPath, text, format: 'typescript' }
}

/** Returns a command that works without arguments, if there is one. */
function sampleCommand(groups: readonly CommandGroup[], name: string): string | undefined {
  const [sample] = groups.flatMap(({ group: { methods }, command, commands }) => {
    const open = methods.filter(
      ({ params, result, subscription }) =>
        result && !subscription && params.every(({ required }) => !required),
    )
    return commands.flatMap(({ words, method }) =>
      open.some((one) => one.name === method)
        ? [name, command, words].filter((part) => part !== '').join(' ')
        : [],
    )
  })
  return sample
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const name = commandName(options)
  const groups = commandGroups(api)
  const sample = sampleCommand(groups, name)
  const view = {
    packageName: options.packageName,
    name,
    sample: new Markup([`${name} --help`, ...(sample ? [`${sample} --mock`] : [])].join('\n')),
    completion: new Markup(
      [
        `eval "$(${name} --completion bash)"        # in ~/.bashrc`,
        `eval "$(${name} --completion zsh)"         # in ~/.zshrc, after compinit`,
        `${name} --completion fish | source         # in ~/.config/fish/config.fish`,
      ].join('\n'),
    ),
    groups: groups.map(({ command, title, commands }) => ({
      title,
      command: codeSpan(command === '' ? name : `${name} ${command}`),
      count: String(commands.length),
    })),
    program: codeSpan(`import { program } from ${quoteString(options.packageName)}`),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}
