import type { Api, Group } from 'rpcloom/model'
import {
  codeSpan,
  Markup,
  type OutputFile,
  programFiles,
  quoteString,
  type TargetOptions,
  type ViewObject,
} from 'rpcloom/codegen'
import { commandsOf, groupCommand } from './commands.ts'

/** Returns the files of the package of a command line. */
export function cliFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return programFiles(api, options, {
    about: 'Command line of',
    runtime: '@rpcloom/cli',
    type: 'Program',
    run: 'runCli',
    bin: 'bin/cli.mjs',
    groupLines,
    readme,
  })
}

function groupLines(group: Group, api: Api): readonly string[] {
  return [
    `command: ${quoteString(groupCommand(group, api))},`,
    'commands: [',
    ...commandsOf(group).map(
      ({ words, method, summary }) =>
        `  { words: ${quoteString(words)}, method: ${quoteString(method)}, summary: ${quoteString(summary)} },`,
    ),
    '],',
  ]
}

function readme(api: Api, name: string): ViewObject {
  const sample = sampleCommand(api, name)
  return {
    sample: new Markup(sample === undefined ? '' : `\n${sample} --mock`),
    groups: api.groups.map((group) => ({
      title: group.title,
      command: codeSpan(joined(name, groupCommand(group, api))),
      count: String(commandsOf(group).length),
    })),
  }
}

/** Returns a command that works without arguments, if there is one. */
function sampleCommand(api: Api, name: string): string | undefined {
  const [sample] = api.groups.flatMap((group) => {
    const open = group.methods.filter(
      ({ params, result, subscription }) =>
        result && !subscription && params.every(({ required }) => !required),
    )
    return commandsOf(group).flatMap(({ words, method }) =>
      open.some((one) => one.name === method)
        ? [joined(name, groupCommand(group, api), words)]
        : [],
    )
  })
  return sample
}

function joined(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ')
}
