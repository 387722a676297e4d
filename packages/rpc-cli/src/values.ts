import { isatty } from 'node:tty'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { paramIssues, parseLossless, secretPointers, wholeName } from '@rpcloom/rpc/internal/call'
import {
  accepts,
  acceptsText,
  escapePart,
  isUnconstrained,
  itemSchema,
  type SchemaIn,
} from '@rpcloom/schema/internal'
import { isRecord } from '@rpcloom/schema/json'
import { type Arguments, optionOf, type ParamText } from './arguments.ts'
import { UsageError } from './exit-codes.ts'
import { jsonIn, readText } from './read-text.ts'
import { isSecret, type TargetMethod } from './target-method.ts'

export type ParamValues = Readonly<Record<string, unknown>>

/** Returns the valid params by name. Asks for required secrets that were not given. */
export async function paramValues(target: TargetMethod, given: Arguments): Promise<ParamValues> {
  const { params, texts, options } = given
  const { resolve } = target.document
  if ([...texts.values(), options.params].flat().filter((text) => text === '-').length > 1)
    throw new UsageError('Only one argument can be - (standard input)')
  const values: Record<string, unknown> = { ...allParams(target, given) }
  for (const param of params) {
    const { name, schema, required } = param
    const one = { schema, resolve }
    const own = texts.get(name)
    const option = optionOf(param.name, params)
    const isKnown = Object.hasOwn(values, name)
    if (isKnown && isPlain(options.params)) rejectSecrets(target, param, ['--params', values[name]])
    const isMissing = own ? own.includes('-') && isatty(0) : required && !isKnown
    const isTyped = isSecret(target.document, param) && isMissing
    if (isTyped && !own && options.mock) {
      const { sample } = await import('@rpcloom/mock')
      values[name] = sample(schema, { resolve })
    } else if (isTyped) {
      const { readSecret } = await import('./secret.ts')
      values[name] = readValue(one, await readSecret(name, option))
    } else if (own) values[name] = valueOf(one, own)
    if (own?.some(isPlain)) rejectSecrets(target, param, [option, values[name]])
  }
  requireValid(target, params, values)
  return values
}

/** Returns the members of `--params`. A list has the params in the order of the document. */
function allParams({ method }: TargetMethod, { params, options }: Arguments): ParamValues {
  if (options.params === undefined) return {}
  const value = jsonIn('--params', sourceText(options.params))
  if (method.structure === 'whole') return { [wholeName]: value }
  if (Array.isArray(value) && value.length <= params.length) {
    return Object.fromEntries(value.map((one, index) => [params[index]?.name ?? '', one]))
  }
  if (!isRecord(value)) throw new UsageError('--params must be a JSON object, or a list of params')
  const unknown = Object.keys(value).find((name) => !params.some((param) => param.name === name))
  if (unknown !== undefined) throw new UsageError(`Unknown param ${JSON.stringify(unknown)}`)
  return value
}

/** Whether an argument is a value itself, rather than the name of a source. */
function isPlain(text: ParamText | undefined): boolean {
  return text !== undefined && text !== '-' && !(typeof text === 'string' && text.startsWith('@'))
}

type Given = readonly [option: string, value: unknown]

function rejectSecrets(target: TargetMethod, param: OpenRpcParam, [option, value]: Given): void {
  const isSafe = secretPointers(param.schema, value, target.document.resolve).length === 0
  if (isSafe && !isSecret(target.document, param)) return
  throw new UsageError(
    `The value of ${option} is secret, and arguments are visible to others: use ${option} @FILE or ${option} - for standard input, or omit the param to be asked`,
  )
}

/** Returns the value of texts: a list if an option was repeated, or if only a list is valid. */
function valueOf(one: SchemaIn, given: readonly ParamText[]): unknown {
  const texts = given.map((text) => (typeof text === 'string' ? sourceText(text) : text))
  const [text = '', ...others] = texts
  const item = itemSchema(one) ?? { schema: true, resolve: one.resolve }
  if (others.length === 0) {
    const value = readValue(one, text)
    if (accepts(one, value) || Array.isArray(value) || !itemSchema(one)) return value
  }
  return texts.map((own) => readValue(item, own))
}

/**
 * Reads a text as the schema allows: lists and objects as JSON, other values as a string if the schema accepts
 * it, or else as JSON. If the schema accepts everything, JSON takes precedence.
 */
export function readValue(one: SchemaIn, source: ParamText): unknown {
  if (typeof source === 'boolean') return source
  const json = jsonOf(source)
  if (json === undefined) return source
  const isStructure = typeof json.value === 'object' && json.value !== null
  if (isStructure ? accepts(one, json.value) : isUnconstrained(one)) return json.value
  if (accepts(one, source)) return source
  if (isStructure || accepts(one, json.value)) return json.value
  // An invalid string, or a list with a single item, which the caller adds.
  return acceptsText(one) || (itemSchema(one) && accepts(one, [source])) ? source : json.value
}

/** Returns the text of an argument: `-` reads standard input, `@FILE` a file. A backslash removes the meaning of both. */
function sourceText(text: string): string {
  if (text === '-') return withoutNewline(readText(0, 'standard input'))
  if (text.startsWith('@')) return withoutNewline(readText(text.slice(1), text.slice(1)))
  return /^\\[-@\\]/.test(text) ? text.slice(1) : text
}

function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseLossless(text) }
  } catch {
    // Any other text is a string.
    return undefined
  }
}

function requireValid(
  target: TargetMethod,
  params: readonly OpenRpcParam[],
  values: ParamValues,
): void {
  const { resolve } = target.document
  const issues = paramIssues(params, values, { resolve, maxIssues: 5 })
  if (issues.length === 0) return
  const lines = issues.map(({ pointer, message }) => {
    const [, part = '', ...path] = pointer.split('/')
    const place = path.length === 0 ? '' : ` at /${path.join('/')}`
    const { name } = params.find((one) => escapePart(one.name) === part) ?? { name: part }
    return `  ${optionOf(name, params)}${place} ${message}`
  })
  throw new UsageError(`Invalid params of ${target.method.name}:\n${lines.join('\n')}`)
}
