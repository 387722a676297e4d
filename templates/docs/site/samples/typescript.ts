import type { Json, Param } from 'rpcloom/model'
import {
  accessPath,
  isPositional,
  jsonLiteral,
  ownerOf,
  propertyKey,
  quoteString,
} from 'rpcloom/codegen'
import { block } from '../../page/leaf.ts'
import { originOf, type Sample, type SampleCall } from './call.ts'

const width = 60

/** A program that makes the call with the generated client. */
export function typescriptSample(call: SampleCall, client: string): Sample {
  const { group, method } = call
  const args = argumentsOf(call).map(argumentText)
  const expression = `await ${accessPath(group, method)}(${args.join(', ')})`
  const isVoid = method.result === undefined || method.result.empty
  return sample([
    `import { createClient, http } from ${quoteString(client)}`,
    '',
    `const node = createClient({ transport: http(${quoteString(originOf(call))}) })`,
    ...(isVoid ? [expression] : [`const result = ${expression}`, 'console.log(result)']),
  ])
}

/** A program that subscribes to the topic of the call with the generated client. */
export function subscriptionSample(call: SampleCall, client: string): Sample | undefined {
  const { group, method } = call
  const [first] = call.params.positional
  const { single, topics = [] } = method.subscription ?? {}
  const topic = single ? topics[0] : topics.find(({ name }) => name === first)
  if (topic === undefined) return undefined
  const own = isPositional(method)
    ? { ...call, method: { ...method, params: topic.params } }
    : { ...call, method }
  const args = [quoteString(topic.name), ...argumentsOf(own).map(argumentText)]
  return sample([
    `import { createClient, http, webSocket } from ${quoteString(client)}`,
    '',
    'const node = createClient({',
    `  transport: http(${quoteString(originOf(call))}),`,
    `  subscriptions: webSocket(${quoteString(originOf(call).replace(/^http/, 'ws'))}),`,
    '})',
    `for await (const event of ${ownerOf(group, 'subscribe')}.subscribe(${args.join(', ')})) {`,
    '  console.log(event)',
    '}',
  ])
}

function sample(lines: readonly string[]): Sample {
  return { language: 'TypeScript', code: block('typescript', lines.join('\n')) }
}

function argumentText(value: Json | undefined): string {
  return value === undefined ? 'undefined' : literal(value)
}

function argumentsOf({ method, params }: SampleCall): readonly (Json | undefined)[] {
  if (!isPositional(method)) return Object.keys(params.params).length === 0 ? [] : [params.params]
  const values = valuesOf(method, params.params)
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
}

function valuesOf(
  { params }: { readonly params: readonly Pick<Param, 'name'>[] },
  given: Readonly<Record<string, Json>>,
): readonly (Json | undefined)[] {
  return params.map(({ name }) => (Object.hasOwn(given, name) ? given[name] : undefined))
}

/** Formats a literal, over several lines if it is long. */
function literal(value: Json, indent = ''): string {
  const flat = jsonLiteral(value)
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= width)
    return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item: Json) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${propertyKey(name)}: ${literal(member, inner)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}
