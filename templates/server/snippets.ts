import type { Api } from 'rpcloom/model'
import { Markup, memberName, quoteString, samplePort } from 'rpcloom/codegen'
import { nestedText } from './example.ts'
import { topicHandlers } from './subscriptions.ts'

/** Returns the code samples of the README other than handlers. Tests compile all of them. */
export function snippetsOf(
  api: Api,
  packageName: string,
): Readonly<Record<string, Markup | string>> {
  const from = quoteString(packageName)
  return {
    listening: listening(from, samplePort(api)),
    subscribing: subscribing(api, packageName) ?? '',
    guarding: guarding(from),
    elsewhere: elsewhere(from),
  }
}

export function listening(from: string, port: string): Markup {
  return new Markup(`import { createServer } from ${from}

const { url, close } = await createServer({}).listen({
  host: '0.0.0.0',
  port: ${port},
  allowedHosts: ['node.example'],
  cors: ['https://app.example'],
  graceMs: 5000,
})
console.log(url)
process.once('SIGTERM', () => void close())`)
}

function subscribing({ groups, types }: Api, packageName: string): Markup | undefined {
  for (const group of groups) {
    const method = group.methods.find(({ subscription }) => subscription)
    const [topic] = method?.subscription?.topics ?? []
    if (!method || !topic) continue
    const name = memberName(topicHandlers(group).get(topic) ?? topic.identifier)
    const handlers = `{\n    async *${name}(_params, { signal }) {\n      for await (const event of events.listen(signal)) yield event\n    },\n  }`
    const { type } = topic.payload
    const event = type.kind === 'ref' ? types.get(type.to)?.inputName : undefined
    const typeImport =
      event === undefined
        ? ''
        : `import type { ${event} } from ${quoteString(`${packageName}/${group.slug}`)}\n`
    return new Markup(`import { createServer, feed } from ${quoteString(packageName)}
${typeImport}
const events = feed<${event ?? 'never'}>()
const server = createServer(${nestedText(group, method, handlers)})
console.log(server.unimplemented, events.size)`)
  }
  return undefined
}

export function guarding(from: string): Markup {
  return new Markup(`import { callLog, createServer, memoryLimiter, metrics, rateLimit, Unauthorized } from ${from}

const meter = metrics()
const server = createServer(
  {},
  {
    mode: 'public',
    limits: { bodyBytes: 1_000_000, timeoutMs: 30_000 },
    middleware: [
      meter.middleware,
      callLog((level, message, fields) => console.error(level, message, fields), { slowMs: 500 }),
      rateLimit({ limiter: memoryLimiter({ points: 100, durationMs: 1000 }) }),
    ],
    refused: meter.refused,
  },
)
await server.listen({
  authenticate({ headers }) {
    if (headers.authorization !== \`Bearer \${process.env['TOKEN']}\`) throw new Unauthorized('Bearer')
    return 'the owner'
  },
})
console.log(meter.text())`)
}

export function elsewhere(from: string): Markup {
  return new Markup(`import { createServer, fetchHandler } from ${from}

const server = createServer({})
// Bun, Deno and edge workers; in Hono: app.all('*', (c) => handle(c.req.raw)).
const handle = fetchHandler(server, { allowedHosts: ['*'] })
export { handle as fetch }`)
}
