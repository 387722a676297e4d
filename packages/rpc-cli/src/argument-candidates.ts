import { paramNamed, positionalParams } from './arguments.ts'
import type { Command } from './command-line.ts'
import { optionName } from './names.ts'
import {
  type Candidate,
  isOptionName,
  namedArgument,
  optionCandidates,
  optionSpecs,
} from './options.ts'
import { scalarText } from './output.ts'
import { listedValues } from './schemas.ts'
import { needsTopic, paramsOf, paramSummary, targetMethod } from './target-method.ts'

/** Returns the candidates for an argument after the words of a method. */
export async function argumentCandidates(
  command: Command,
  rest: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  const target = await targetMethod(command)
  const { method, document } = target
  const topics = method.subscription?.topics ?? []
  const [first] = rest
  const isTopicOpen = needsTopic(target) && first === undefined
  if (isTopicOpen) return topics.map(({ name }) => ({ word: name, text: 'topic' }))
  if (needsTopic(target) && !topics.some(({ name }) => name === first)) return []
  const params = paramsOf(target, needsTopic(target) ? first : undefined)
  const valuesOf = (param: (typeof params)[number] | undefined): readonly Candidate[] =>
    param === undefined
      ? []
      : listedValues({ schema: param.schema, resolve: document.resolve }).map((value) => ({
          word: scalarText(value),
          text: '',
        }))
  const asked = namedArgument(rest.at(-1) ?? '')
  if (asked && asked.value === undefined) {
    const param = paramNamed(params, asked.name)
    if (param) return valuesOf(param)
    if (isOptionName(asked.name) && optionSpecs[asked.name].value !== undefined) return []
  }
  if (current.startsWith('-')) {
    return [
      ...params.map((param) => ({
        word: `--${optionName(param.name) || param.name}`,
        text: paramSummary(param),
      })),
      ...optionCandidates(params.map(({ name }) => optionName(name))),
    ]
  }
  const named = new Set<string>()
  let count = 0
  const own = needsTopic(target) ? rest.slice(1) : rest
  for (let index = 0; index < own.length; index++) {
    const argument = namedArgument(own[index] ?? '')
    if (!argument) count += 1
    else {
      named.add(paramNamed(params, argument.name)?.name ?? '')
      if (argument.value === undefined) index += 1
    }
  }
  return valuesOf(positionalParams(target, params).filter(({ name }) => !named.has(name))[count])
}
