import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { accepts } from '@rpcloom/schema/internal'
import { unknownWord } from './command-line.ts'
import { UsageError } from './exit-codes.ts'
import { similarNames, optionName } from './names.ts'
import {
  isOptionName,
  type NamedArgument,
  namedArgument,
  type OptionName,
  type Options,
  optionSpecs,
  withOption,
} from './options.ts'
import { readValue } from './read-value.ts'
import { isSecret, needsTopic, paramsOf, type TargetMethod } from './target-method.ts'

/** Arguments of a method, as written. */
export interface Arguments {
  readonly topic: string | undefined
  readonly params: readonly OpenRpcParam[]
  /** Texts of the params by name; several for a repeated option. `--verbose` and `--no-verbose` are booleans. */
  readonly texts: ReadonlyMap<string, readonly (string | boolean)[]>
  readonly options: Options
}

/**
 * Reads the arguments after the words of a command. Params take precedence over options of the same name, except over
 * `-h`. The topic is the first argument that is no option.
 */
export function readArguments(
  target: TargetMethod,
  args: readonly string[],
  given: Options,
): Arguments {
  const found = placedArguments(target, args, given)
  const { topic, options } = found
  if (options.help || options.version || options.completion !== undefined) return found
  const params = paramsOf(target, topic)
  addPositional(target, params, found)
  return { ...found, params }
}

interface Placed extends Arguments {
  readonly texts: Map<string, (string | boolean)[]>
  readonly positional: readonly string[]
}

/** Separates options, params by name and params by position. */
export function placedArguments(
  target: TargetMethod,
  args: readonly string[],
  given: Options,
): Placed {
  const waiting = [...args]
  const texts = new Map<string, (string | boolean)[]>()
  const positional: string[] = []
  let topic: string | undefined
  let params: readonly OpenRpcParam[] = needsTopic(target) ? [] : paramsOf(target, topic)
  let options = given
  let isOpen = true
  for (let argument = waiting.shift(); argument !== undefined; argument = waiting.shift()) {
    const named = isOpen ? namedArgument(argument) : undefined
    const text = named && argument !== '-h' && paramText(target, params, { named, waiting })
    if (isOpen && argument === '--') isOpen = false
    else if (text) texts.set(text.name, [...(texts.get(text.name) ?? []), text.text])
    else if (named) {
      const name = knownOption(params, named)
      options = withOption(options, { ...named, name }, () => waiting.shift())
    } else if (topic === undefined && needsTopic(target)) {
      topic = argument
      params = paramsOf(target, topic)
    } else positional.push(argument)
  }
  return { topic, params, texts, options, positional }
}

function paramText(
  { document: { resolve } }: TargetMethod,
  params: readonly OpenRpcParam[],
  { named, waiting }: { readonly named: NamedArgument; readonly waiting: string[] },
): { readonly name: string; readonly text: string | boolean } | undefined {
  const { name, value } = named
  const switchable = ({ schema }: OpenRpcParam): boolean =>
    accepts({ schema, resolve }, true) && !accepts({ schema, resolve }, '\u0000')
  const param = paramNamed(params, name)
  if (param) {
    if (value !== undefined) return { name: param.name, text: value }
    const one = { schema: param.schema, resolve }
    const [next] = waiting
    if (switchable(param) && (next === undefined || !accepts(one, readValue(one, next))))
      return { name: param.name, text: true }
    const text = waiting.shift()
    const hint = isOptionName(name) ? '. Write the option of this name before the command' : ''
    if (text === undefined) throw new UsageError(`--${name} needs a value${hint}`)
    return { name: param.name, text }
  }
  const off = name.startsWith('no-') ? paramNamed(params, name.slice(3)) : undefined
  return off && switchable(off) && value === undefined ? { name: off.name, text: false } : undefined
}

/** Returns the param with a name, as in the document or as an option. */
export function paramNamed(
  params: readonly OpenRpcParam[],
  name: string,
): OpenRpcParam | undefined {
  return (
    params.find((param) => param.name === name) ??
    params.find((param) => optionName(param.name) === name)
  )
}

/** Returns the option of a param as it is written: its own name if another param has the option. */
export function optionOf(name: string, params: readonly OpenRpcParam[]): string {
  const option = optionName(name)
  return `--${option !== '' && paramNamed(params, option)?.name === name ? option : name}`
}

function knownOption(params: readonly OpenRpcParam[], { name }: NamedArgument): OptionName {
  if (isOptionName(name)) return name
  const own = params.map((param) => optionOf(param.name, params))
  const known = [...own, ...Object.keys(optionSpecs).map((option) => `--${option}`)]
  throw unknownWord(`option --${name}`, [], similarNames(name, known))
}

/** Secret params have no position, because arguments are visible to other users and in the history. */
function addPositional(
  target: TargetMethod,
  params: readonly OpenRpcParam[],
  { positional, texts }: Pick<Placed, 'positional' | 'texts'>,
): void {
  const open = positionalParams(target, params).filter(({ name }) => !texts.has(name))
  if (positional.length > open.length) {
    const names = open.map(({ name }) => name).join(', ')
    throw new UsageError(
      `Too many arguments: ${positional.length}. ${names === '' ? 'None is expected.' : `Expected: ${names}`}`,
    )
  }
  for (const [index, text] of positional.entries()) texts.set(open[index]?.name ?? '', [text])
}

/** Returns the params with a position. */
export function positionalParams(
  target: TargetMethod,
  params: readonly OpenRpcParam[],
): readonly OpenRpcParam[] {
  return params.filter((param) => !isSecret(target.document, param))
}
