import { type Contract, readContract } from '@rpcloom/conform'
import { mockDocuments } from '@rpcloom/mock'
import { runMock } from '@rpcloom/mock/node'
import { mergeDocuments, redactedUrl } from '@rpcloom/rpc/internal'
import { listen } from '@rpcloom/rpc/node'
import { readIoFolder } from '../conform/io/folder.ts'
import { openIoRecorder } from '../conform/io/recorder.ts'
import { openReplay, serveReplay } from '../conform/io/replay.ts'
import { openProxy } from '../conform/proxy/proxy.ts'
import { openFolder } from '../conform/report/write.ts'
import { reportIo } from '../conform/watch-traffic.ts'
import { printable } from '../diagnostics/printable.ts'
import { nearestConfig } from '../engine/config-file.ts'
import type { JsonObject } from '../json/types.ts'
import { isRemote } from '../load/read/paths.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { projectFault, projectOptions } from './project.ts'
import { readProject } from './read-project.ts'
import { portFault, portOf, portOption, stopped } from './serving.ts'

/** Options of `runMock`, which checks their values. */
const mockOptions = {
  seed: { type: 'string', value: 'TEXT', help: 'seed of the generated values' },
  scenario: {
    type: 'string',
    value: 'FILE',
    help: 'JSON file with the results of methods; see scenario.schema.json',
  },
  latency: {
    type: 'string',
    value: 'MS',
    help: 'delay of every response in milliseconds: 50, or 50-200 for a random delay',
  },
  events: {
    type: 'string',
    value: 'MS',
    help: 'milliseconds between generated events of a subscription; 0 disables them; default: 2000',
  },
} as const

const options = {
  ...projectOptions,
  host: { type: 'string', value: 'HOST', help: 'address to listen on; default: 127.0.0.1' },
  port: portOption,
  ...mockOptions,
  record: {
    type: 'string',
    value: 'URL',
    help: 'forward all requests to a server, and write them with their responses, without secrets, to .io files in DIR',
  },
  replay: {
    type: 'string',
    value: 'DIR',
    help: 'respond with the recorded responses of the .io files in a folder, to requests with equal params',
  },
  'by-shape': {
    type: 'boolean',
    help: 'with --replay: if no recorded params are equal, respond to params of the same types too',
  },
  ...commonOptions,
} as const
type MockValues = Call<typeof options>['values']

export const mockCommand: Command = defineCommand({
  about: [
    'serves a mock of the documents over HTTP and WebSocket until it is stopped. Results come from the examples of the documents, or are generated.',
    'With --record it is a proxy that writes the traffic of a server to a folder, in the format of the tests of execution-apis: DIR/method/number.io. With --replay it responds from such a folder, byte for byte except for the ids.',
  ],
  options,
  examples: [
    'rpcloom mock -i openrpc.json --port 8545',
    'rpcloom mock --record http://127.0.0.1:8545 tests --port 9000',
    'rpcloom mock --replay tests --port 8545',
  ],
  takes: { least: 0, most: 1, otherwise: '`mock` takes at most one folder, with --record.' },
  exclusive: [['record', 'replay']],
  fault: faultOf,
  run,
})

function faultOf(values: MockValues, [folder]: readonly string[]): string | undefined {
  const { record, replay, host } = values
  if (record !== undefined && (!isRemote(record) || !URL.canParse(record)))
    return '--record must be the http or https URL of a server.'
  if (record !== undefined && folder === undefined)
    return '--record requires a folder, such as `mock --record http://127.0.0.1:8545 tests`.'
  if (record !== undefined && host !== undefined) return '--record listens on 127.0.0.1 only.'
  if (record === undefined && folder !== undefined) return 'A folder requires --record.'
  if (values['by-shape'] && replay === undefined) return '--by-shape requires --replay.'
  const isMock = record === undefined && replay === undefined
  const own = Object.keys(mockOptions).find((name) => name in values)
  if (!isMock && own !== undefined) return `--${own} cannot be combined with --record or --replay.`
  if (!isMock && portOf(values) === undefined) return portFault
  return projectFault({ ...values, out: undefined, targets: undefined })
}

async function run({ values, positionals, output }: Call<typeof options>): Promise<ExitCode> {
  const { record, replay } = values
  const [folder] = positionals
  const isProject = (values.input ?? values.config ?? nearestConfig(process.cwd())) !== undefined
  const documents =
    isProject || (record ?? replay) === undefined ? await documentsOf(values, output) : []
  if (documents === undefined) return 2
  if (record !== undefined && folder !== undefined)
    return runRecord({ url: record, folder, values, documents }, output)
  if (replay !== undefined) return runReplay({ folder: replay, values, documents }, output)
  return runDocuments(documents, values)
}

/** Returns the documents as self-contained JSON. */
async function documentsOf(
  values: MockValues,
  output: Output,
): Promise<readonly JsonObject[] | undefined> {
  const found = await readProject(values, 'mock', output)
  return found?.input.api.groups.map(({ bundle }) => bundle)
}

async function runDocuments(
  documents: readonly JsonObject[],
  values: MockValues,
): Promise<ExitCode> {
  const names = ['host', 'port', 'seed', 'scenario', 'latency', 'events'] as const
  const given = names.flatMap((name) => values[name]?.replace(/^/, `--${name}=`) ?? [])
  await runMock({
    name: 'rpcloom mock',
    create: (settings) => {
      const mock = mockDocuments(documents, settings)
      const { ready, server } = mock
      return { ready, server, listen: (listenOptions) => listen(server, listenOptions) }
    },
    args: [...given, ...(values.quiet ? ['--quiet'] : [])],
  })
  if (process.exitCode !== undefined && process.exitCode !== 0) return 2
  await stopped()
  return 0
}

/** Returns the contract of all documents together, by which secrets are recognized. */
function contractOf(documents: readonly JsonObject[]): Contract {
  const parts = documents.map((document, index) => ({
    key: `document${index}`,
    document,
    located: (method: JsonObject) => method,
  }))
  return readContract(mergeDocuments(parts))
}

interface Recording {
  readonly url: string
  readonly folder: string
  readonly values: MockValues
  readonly documents: readonly JsonObject[]
}

async function runRecord(
  { url, folder, values, documents }: Recording,
  output: Output,
): Promise<ExitCode> {
  const fault = openFolder(folder)
  if (fault !== undefined) {
    output.fault('RL033', printable(fault))
    return 2
  }
  const target = new URL(url)
  const contract = contractOf(documents)
  const io = openIoRecorder(folder)
  const proxy = await openProxy({
    port: portOf(values) ?? 0,
    targetOf: () => target,
    onTraffic: (traffic) => io.add(traffic, contract),
    onServerMessage: ({ text }) => io.addEvent(text, contract),
  })
  output.note(printable(`rpcloom mock listens on ${proxy.url} and forwards to ${redactedUrl(url)}`))
  await stopped()
  await proxy.close()
  return reportIo(io, folder, output) ? 0 : 2
}

async function runReplay(
  { folder, values, documents }: Omit<Recording, 'url'>,
  output: Output,
): Promise<ExitCode> {
  const read = readIoFolder(folder)
  if (read.kind === 'faulty') {
    output.fault('RL030', printable(read.message))
    return 2
  }
  const matching = values['by-shape'] ? 'shape' : 'params'
  const replay = openReplay(read.files, matching, contractOf(documents))
  const { host = '127.0.0.1' } = values
  const server = await serveReplay(replay, { host, port: portOf(values) ?? 0 })
  output.note(`rpcloom mock listens on ${server.url}`)
  await stopped()
  await server.close()
  return 0
}
