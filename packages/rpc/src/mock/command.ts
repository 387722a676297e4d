import { parseArgs } from 'node:util'
import type { Listening } from '../server/node.ts'
import type { MockServer } from './types.ts'

/** What a mock package's command is made of. */
export interface MockCommand {
  readonly name: string
  readonly create: (options: { readonly seed?: string }) => Pick<MockServer, 'listen'>
  /** Arguments of the process unless given. */
  readonly args?: readonly string[]
}

/** The command of a mock package: serves a mock over HTTP until the process is told to end. */
export async function runMock({ name, create, args }: MockCommand): Promise<void> {
  const options = read(name, args ?? process.argv.slice(2))
  if (options === undefined) return
  const { seed, ...address } = options
  let listening: Listening
  try {
    listening = await create(seed === undefined ? {} : { seed }).listen(address)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 2
    return
  }
  console.log(`${name} listens on ${listening.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void listening.close())
  }
}

interface Options {
  readonly host: string
  readonly port: number
  readonly seed: string | undefined
}

/** The options, or `undefined` where there is nothing left to do but what was printed. */
function read(name: string, args: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '0' },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(usage(name))
      return undefined
    }
    return { host: values.host, port: portOf(values.port), seed: values.seed }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    console.error(usage(name))
    process.exitCode = 2
    return undefined
  }
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new TypeError(`--port is a number from 0 to 65535, not ${JSON.stringify(text)}`)
  }
  return Number(text)
}

function usage(name: string): string {
  return [
    `Usage: ${name} [--host 127.0.0.1] [--port PORT] [--seed TEXT]`,
    '',
    'Answers every method over HTTP: from the examples of the documents, or with made-up values.',
    'Without --port a free one is taken and printed; --seed decides the made-up values.',
  ].join('\n')
}
