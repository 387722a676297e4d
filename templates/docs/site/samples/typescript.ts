import {
  accessPath,
  isCalledByHttp,
  isPositional,
  memberName,
  ownerOf,
  sampleSocketOrigin,
} from 'rpcloom/codegen'
import { memberPath, type Method } from 'rpcloom/model'
import { block } from '../../page/leaf.ts'
import { argumentsText, literal, typescriptText } from '../../try-it/call/sample-text.ts'
import { originOf, type Sample, type SampleCall } from './call.ts'

export function typescriptSample(call: SampleCall, client: string): Sample {
  const { group, method } = call
  return sample(
    typescriptText({
      client,
      origin: isCalledByHttp(group, method) ? originOf(call) : sampleSocketOrigin(group),
      access: accessPath(group, method),
      args: argumentsOf(call, method.params),
      hasResult: method.result !== undefined && !method.result.empty,
    }),
  )
}

/** Returns a client that answers calls of the server. */
export function handlerSample(call: SampleCall, client: string): Sample {
  const { method, params, handlers = [] } = call
  const result = literal(params.result?.value)
  const returned = result.startsWith('{') ? `(${result})` : result
  const body = method.result === undefined ? 'console.log(params)' : returned
  const names = [...handlers, ...memberPath(method)]
  const handler = names.reduceRight(
    (inner, name) => `{ ${memberName(name)}: ${inner} }`,
    `(params) => ${body}`,
  )
  return sample(
    [
      "import { spawn } from 'node:child_process'",
      `import { createPeer, stdio } from ${literal(`${client}/peer`)}`,
      '',
      'createPeer({',
      "  channel: stdio(spawn('server'), 'lines'),",
      `  handlers: ${handler},`,
      '})',
    ].join('\n'),
  )
}

export function subscriptionSample(call: SampleCall, client: string): Sample | undefined {
  const { group, method } = call
  const [first] = call.params.positional
  const { single = false, topics = [] } = method.subscription ?? {}
  const topic = single ? topics[0] : topics.find(({ name }) => name === first)
  if (topic === undefined) return undefined
  const given = topicArguments(call, topic.params, single)
  const args = [literal(topic.name), ...(given === '' ? [] : [given])]
  const socket = `webSocket(${literal(sampleSocketOrigin(group))})`
  const created = group.route.transports.includes('http')
    ? [
        `import { createClient, http, webSocket } from ${literal(client)}`,
        '',
        'const client = createClient({',
        `  transport: http(${literal(originOf(call))}),`,
        `  subscriptions: ${socket},`,
        '})',
      ]
    : [
        `import { createClient, webSocket } from ${literal(client)}`,
        '',
        `const client = createClient({ transport: ${socket} })`,
      ]
  const lines = [
    ...created,
    `for await (const event of ${ownerOf(group, 'subscribe')}.subscribe(${args.join(', ')})) {`,
    '  console.log(event)',
    '}',
  ]
  return sample(lines.join('\n'))
}

/**
 * Formats the params of a topic. In positional calls they follow the topic, and their names may differ from
 * those of the method's params, which examples use.
 */
function topicArguments(call: SampleCall, declared: Method['params'], single: boolean): string {
  if (single || !isPositional(call.method)) return argumentsOf(call, declared)
  return call.params.positional
    .slice(1)
    .map((value) => literal(value))
    .join(', ')
}

function sample(text: string): Sample {
  return { language: 'TypeScript', code: block('typescript', text) }
}

function argumentsOf({ method, params }: SampleCall, declared: Method['params']): string {
  const names = method.paramStructure === 'by-name' ? undefined : declared.map(({ name }) => name)
  return argumentsText(names, params.params)
}
