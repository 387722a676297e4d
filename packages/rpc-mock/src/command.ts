import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ListenOptions, Listening } from '@rpcloom/rpc/node'
import type { Latency, Scenario } from './scenario/scenario.ts'
import type { MockBase } from './types.ts'

/** Definition of the command of a mock package. */
export interface MockCommand {
  readonly name: string
  readonly create: (options: CreateOptions) => Pick<MockBase, 'listen' | 'ready' | 'server'>
  /** Arguments of the process by default. */
  readonly args?: readonly string[]
}

interface CreateOptions {
  readonly seed?: string
  readonly latency?: Latency
  readonly eventsEveryMs?: number
  readonly scenario?: Scenario
}

/**
 * Runs the command of a mock package: serves a mock over HTTP and WebSocket until the process is stopped. In
 * addition to the routes of the documents, `GET /health` reports that the mock is ready. Exits with 2 for
 * invalid arguments, a scenario that does not match the documents, or an address that is in use.
 */
export async function runMock({ name, create, args }: MockCommand): Promise<void> {
  let listening: Listening
  try {
    const options = readOptions(args ?? process.argv.slice(2))
    if (options === undefined) return console.log(usage(name))
    const { host, port, quiet, settings } = options
    const mock = create(settings)
    await mock.ready()
    listening = await mock.listen({ host, port, fallback })
    if (!quiet) console.log(overview(mock.server.groups))
  } catch (error) {
    console.error(`${name}: ${messageOf(error)}`)
    if (isUsageError(error)) console.error(usage(name))
    process.exitCode = 2
    return
  }
  console.log(`${name} listens on ${listening.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void listening.close())
  }
}

/** Responds to requests for paths that are in no document. */
const fallback: NonNullable<ListenOptions['fallback']> = ({ method, url }, response) => {
  const isHealth = (method === 'GET' || method === 'HEAD') && /^\/health(\?|$)/.test(url ?? '')
  const type = isHealth ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(isHealth ? 200 : 404, { 'content-type': type })
  response.end(isHealth ? '{"healthy":true}' : '404 page not found\n')
}

function overview(groups: MockBase['server']['groups']): string {
  return groups
    .map(({ key, path, wsPath, transports, methods }) => {
      const name = groups.length > 1 ? `${key}: ` : ''
      const socket = transports.includes('ws') ? `  ws ${wsPath ?? path}` : ''
      return `  ${name}${methods.length} methods at ${path}${socket}`
    })
    .join('\n')
}

interface Options {
  readonly host: string
  readonly port: number
  readonly quiet: boolean
  readonly settings: CreateOptions
}

/** Returns the options, or `undefined` for `--help`. */
function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '0' },
      seed: { type: 'string' },
      scenario: { type: 'string' },
      latency: { type: 'string' },
      events: { type: 'string', default: '2000' },
      quiet: { type: 'boolean', short: 'q', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { host, seed, scenario, latency, quiet } = values
  if (values.help) return undefined
  const [port, eventsEveryMs] = [portOf(values.port), intervalOf(values.events)]
  const settings = {
    ...(seed !== undefined && { seed }),
    ...(latency !== undefined && { latency: latencyOf(latency) }),
    // 0 disables generated events.
    ...(eventsEveryMs > 0 && { eventsEveryMs }),
    ...(scenario !== undefined && { scenario: readScenario(scenario) }),
  }
  return { host, port, quiet, settings }
}

class UsageError extends Error {}

function isUsageError(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function latencyOf(text: string): Latency {
  const [, least = '', most] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? []
  const jitter = Number(most ?? least) - Number(least)
  if (least === '' || jitter < 0) {
    throw new UsageError(
      `--latency must be a number of milliseconds such as 50, or a range such as 50-200, not ${JSON.stringify(text)}`,
    )
  }
  return { milliseconds: Number(least), jitter }
}

function readScenario(file: string): Scenario {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Scenario
  } catch (error) {
    throw new Error(`Could not read the scenario ${file}: ${messageOf(error)}`, { cause: error })
  }
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
  }
  return Number(text)
}

function intervalOf(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text)
  throw new UsageError(
    `--events must be a number of milliseconds, or 0 for no events, not ${JSON.stringify(text)}`,
  )
}

function usage(name: string): string {
  return [
    `Usage: ${name} [--host 127.0.0.1] [--port PORT] [--seed TEXT] [--scenario FILE] [--latency MS] [--events MS]`,
    '',
    'Serves every method over HTTP and WebSocket. Results come from the examples of the documents,',
    'from state that earlier calls changed, or are generated. GET /health reports that the mock is up.',
    '',
    '  --host      Address to listen on; default: 127.0.0.1',
    '  --port      Port to listen on; default: a free port, which is printed',
    '  --seed      Seed of the generated values',
    '  --scenario  JSON file with the results of methods; see scenario.schema.json',
    '  --latency   Delay of every response in milliseconds: 50, or 50-200 for a random delay',
    '  --events    Milliseconds between generated events of a subscription; 0 disables them; default: 2000',
    '  --quiet     Do not print the list of groups',
  ].join('\n')
}
