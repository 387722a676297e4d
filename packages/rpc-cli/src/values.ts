import { isatty } from 'node:tty'
import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { paramIssues, secretPointers, wholeName } from '@rpcloom/rpc/internal/call'
import { accepts, escapePart, itemSchema, type SchemaIn } from '@rpcloom/schema/internal'
import { isRecord } from '@rpcloom/schema/json'
import { type Arguments, optionOf } from './arguments.ts'
import { UsageError } from './exit-codes.ts'
import { jsonIn, readText } from './read-text.ts'
import { readValue } from './read-value.ts'
import { isSecret, type TargetMethod } from './target-method.ts'

export type ParamValues = Readonly<Record<string, unknown>>

/** Returns the valid params by name. Asks for required secrets that were not given. */
export async function paramValues(target: TargetMethod, given: Arguments): Promise<ParamValues> {
  const { params, texts, options } = given
  const { resolve } = target.document
  if ([...texts.values(), options.params].flat().filter((text) => text === '-').length > 1)
    throw new UsageError('Only one argument can be - (standard input)')
  // A map: the name of a param may be `__proto__`.
  const values = new Map(Object.entries(allParams(target, given)))
  for (const param of params) {
    const { name, schema, required } = param
    const one = { schema, resolve }
    const own = texts.get(name)
    const option = optionOf(param.name, params)
    const isKnown = values.has(name)
    if (isKnown && isPlain(options.params))
      rejectSecrets(target, param, ['--params', values.get(name)])
    const isMissing = own ? own.includes('-') && isatty(0) : required && !isKnown
    const isTyped = isSecret(target.document, param) && isMissing
    if (isTyped && !own && options.mock) {
      const { sample } = await import('@rpcloom/mock')
      values.set(name, sample(schema, { resolve }))
    } else if (isTyped) {
      const { readSecret } = await import('./secret.ts')
      values.set(name, readValue(one, await readSecret(name, option)))
    } else if (own) values.set(name, valueOf(one, own))
    if (own?.some(isPlain)) rejectSecrets(target, param, [option, values.get(name)])
  }
  const all = Object.fromEntries(values)
  requireValid(target, params, all)
  return all
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
function isPlain(text: string | boolean | undefined): boolean {
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
function valueOf(one: SchemaIn, given: readonly (string | boolean)[]): unknown {
  const texts = given.map((text) => (typeof text === 'string' ? sourceText(text) : text))
  const [text = '', ...others] = texts
  const item = itemSchema(one) ?? { schema: true, resolve: one.resolve }
  if (others.length === 0) {
    const value = readValue(one, text)
    if (accepts(one, value) || Array.isArray(value) || !itemSchema(one)) return value
  }
  return texts.map((own) => readValue(item, own))
}

/** Returns the text of an argument: `-` reads standard input, `@FILE` a file. A backslash removes the meaning of both. */
function sourceText(text: string): string {
  if (text !== '-' && !text.startsWith('@')) return /^\\[-@\\]/.test(text) ? text.slice(1) : text
  const [path, what] = text === '-' ? ([0, 'standard input'] as const) : [text.slice(1), text]
  return readText(path, what).replace(/\r?\n$/, '')
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
