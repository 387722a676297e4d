import { accessPath, isPositional, ownerOf } from 'rpcloom/codegen'
import type { Method } from 'rpcloom/model'
import { block } from '../../page/leaf.ts'
import { argumentsText, literal, typescriptText } from '../../try-it/call/sample-text.ts'
import { originOf, type Sample, type SampleCall } from './call.ts'

export function typescriptSample(call: SampleCall, client: string): Sample {
  const { group, method } = call
  return sample(
    typescriptText({
      client,
      origin: originOf(call),
      access: accessPath(group, method),
      args: argumentsOf(call, method.params),
      hasResult: method.result !== undefined && !method.result.empty,
    }),
  )
}

export function subscriptionSample(call: SampleCall, client: string): Sample | undefined {
  const { group, method } = call
  const [first] = call.params.positional
  const { single, topics = [] } = method.subscription ?? {}
  const topic = single ? topics[0] : topics.find(({ name }) => name === first)
  if (topic === undefined) return undefined
  const args = [literal(topic.name), argumentsOf(call, topic.params)].filter((text) => text !== '')
  const lines = [
    `import { createClient, http, webSocket } from ${literal(client)}`,
    '',
    'const node = createClient({',
    `  transport: http(${literal(originOf(call))}),`,
    `  subscriptions: webSocket(${literal(originOf(call).replace(/^http/, 'ws'))}),`,
    '})',
    `for await (const event of ${ownerOf(group, 'subscribe')}.subscribe(${args.join(', ')})) {`,
    '  console.log(event)',
    '}',
  ]
  return sample(lines.join('\n'))
}

function sample(text: string): Sample {
  return { language: 'TypeScript', code: block('typescript', text) }
}

function argumentsOf({ method, params }: SampleCall, declared: Method['params']): string {
  const names = isPositional(method) ? declared.map(({ name }) => name) : undefined
  return argumentsText(names, params.params)
}
