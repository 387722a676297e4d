import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { listedValues } from '@rpcloom/schema/internal'
import { optionOf, paramNamed, placedArguments, positionalParams } from './arguments.ts'
import type { Command } from './command-line.ts'
import { optionName } from './names.ts'
import {
  type Candidate,
  isOptionName,
  namedArgument,
  optionCandidates,
  optionSpecs,
} from './options.ts'
import { needsTopic, paramSummary, targetMethods } from './target-method.ts'
import { argumentText } from './read-value.ts'

/** Returns the candidates for an argument after the words of a method. */
export async function argumentCandidates(
  command: Command,
  rest: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  const target = (await targetMethods(command.group))(command.command.method)
  const { method, document } = target
  const last = namedArgument(rest.at(-1) ?? '')
  // The last word may be an option whose value is completed.
  const asked = last?.value === undefined ? last?.name : undefined
  const before = asked === undefined ? rest : rest.slice(0, -1)
  const { topic, params, texts, positional } = placedArguments(target, before, {})
  const valuesOf = (param: OpenRpcParam | undefined): readonly Candidate[] => {
    const one = { schema: param?.schema ?? true, resolve: document.resolve }
    return listedValues(one).map((value) => ({ word: argumentText(one, value), text: '' }))
  }
  if (asked !== undefined) {
    const param = paramNamed(params, asked)
    if (param) return valuesOf(param)
    if (isOptionName(asked) && optionSpecs[asked].value !== undefined) return []
  }
  if (current.startsWith('-')) {
    return [
      ...params.map((param) => ({
        word: optionOf(param.name, params),
        text: paramSummary(param),
      })),
      ...optionCandidates(params.map(({ name }) => optionName(name))),
    ]
  }
  if (needsTopic(target) && topic === undefined)
    return method.subscription?.topics.map(({ name }) => ({ word: name, text: 'topic' })) ?? []
  const open = positionalParams(target, params).filter(({ name }) => !texts.has(name))
  return valuesOf(open[positional.length])
}
