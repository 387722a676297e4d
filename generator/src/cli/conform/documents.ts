import {
  beforeCases,
  type CallMessage,
  type Contract,
  type Dialect,
  playClient,
  type PlayedDocument,
  readContract,
  type Send,
} from '@rpcloom/conform'
import { readJson } from '../../json/text.ts'
import { isObject } from '../../json/pointer.ts'
import type { JsonObject } from '../../json/types.ts'
import { nearestConfig } from '../../engine/config-file.ts'
import type { Output } from '../output.ts'
import type { ProjectValues } from '../project.ts'
import { readProject } from '../read-project.ts'
import { type AddressedContract, addressOf, shownAddress } from '../../conform/address.ts'
import type { ConformOptions } from './options.ts'
import { transportOf } from '../../conform/send.ts'

/** The documents to check a server against, and the dialect that their overlays declare. */
export interface Documents {
  readonly all: readonly AddressedContract[]
  readonly dialect: Dialect
}

export type Ask = (address: string) => ReturnType<Send>

/** Returns the documents to check a server against. Prints the diagnostics of the documents. */
export async function addressedContracts(
  {
    values,
    options,
    before,
    ask,
  }: {
    readonly values: ProjectValues
    readonly options: ConformOptions
    /** What is sent over each connection before the cases. */
    readonly before: readonly CallMessage[]
    readonly ask: Ask
  },
  output: Output,
): Promise<Documents | undefined> {
  const isProject =
    !options.discover &&
    ((values.input ?? values.config) !== undefined || nearestConfig(process.cwd()) !== undefined)
  if (!isProject) return withBefore(await discovered(options, ask, output), before)
  const found = await readProject(values, 'server', output)
  if (found === undefined) return undefined
  const { input } = found
  const { config } = found.project
  const overlays = config.overlays.map((path) => input.files.get(path)?.json)
  const isPublic = overlays.some((json) => isObject(json) && json['dialect'] === 'public')
  const transport = transportOf(options)
  const documents = input.api.groups.map(({ bundle, key: group }) => ({ bundle, group }))
  const all = input.api.groups.map(({ bundle, key, slug }) => {
    const contract = { ...readContract(bundle, { transport }), group: key }
    const names = [key, slug]
    if (options.program) return ofProgram(options.url, documents, contract, names)
    const addressAt = (base: string, path: string): string => addressOf(base, contract, path)
    const address = (path: string): string => addressAt(options.url, path)
    const sockets = socketsOf({ bundle, url: options.url, group: key })
    return {
      contract,
      sockets,
      names,
      addressOf: address,
      addressAt,
      ...playedOver(transport, documents),
    }
  })
  return withBefore({ all, dialect: isPublic ? 'public' : 'spec' }, before)
}

function withBefore(
  documents: Documents | undefined,
  before: readonly CallMessage[],
): Documents | undefined {
  if (documents === undefined || before.length === 0) return documents
  const all = documents.all.map((one) => ({ ...one, before: beforeCases(before, one.contract) }))
  return { ...documents, all }
}

function socketsOf({
  bundle,
  url,
  group,
}: {
  readonly bundle: unknown
  readonly url: string
  readonly group: string
}): AddressedContract['sockets'] {
  const contract = { ...readContract(bundle, { transport: 'ws' }), group }
  return { contract, address: addressOf(url, contract, contract.path) }
}

/** Plays the client of a server over WebSocket, if a document has methods of the client. */
function playedOver(
  transport: ReturnType<typeof transportOf>,
  documents: readonly PlayedDocument[],
): Pick<AddressedContract, 'client'> {
  const isCalled = ({ bundle }: PlayedDocument): boolean =>
    readContract(bundle, { side: 'client' }).methods.length > 0
  return transport === 'ws' && documents.some(isCalled) ? { client: playClient(documents) } : {}
}

/** Returns the contract of a program, whose client is played. */
function ofProgram(
  url: string,
  documents: readonly PlayedDocument[],
  contract: Contract,
  names: readonly string[],
): AddressedContract {
  const client = playClient(documents)
  const sockets = { contract, address: url }
  return { contract, client, sockets, names, addressOf: () => url, addressAt: (base) => base }
}

/** Requests the document of an endpoint by `rpc.discover`. */
async function discovered(
  options: ConformOptions,
  ask: Ask,
  output: Output,
): Promise<Documents | undefined> {
  const { url } = options
  const exchange = await ask(url)
  const document = documentIn(textIn(exchange))
  if (document === undefined) {
    const reason =
      exchange.kind === 'failed' ? exchange.reason : 'no valid response to rpc.discover'
    const hint = 'Pass its documents with --input or --config.'
    output.fault('RL031', `${shownAddress(url)} does not return its document (${reason}). ${hint}`)
    return undefined
  }
  const transport = transportOf(options)
  const contract = readContract(document, { transport })
  if (options.program) {
    const documents = [{ bundle: document, group: contract.group }]
    const one = ofProgram(url, documents, contract, [contract.group])
    return { all: [one], dialect: 'spec' }
  }
  // The URL may differ from the path that the document declares. Since the document was requested from this
  // URL, the URL is the endpoint that the document describes.
  const addressAt = (base: string, path: string): string =>
    path === contract.path ? base : addressOf(base, contract, path)
  const address = (path: string): string => addressAt(url, path)
  const sockets = socketsOf({ bundle: document, url, group: contract.group })
  const { group } = contract
  const client = playedOver(transport, [{ bundle: document, group }])
  const one = { contract, sockets, names: [group], addressOf: address, addressAt, ...client }
  return { all: [one], dialect: 'spec' }
}

function textIn(exchange: Awaited<ReturnType<Ask>>): string {
  if (exchange.kind === 'response') return exchange.body
  return exchange.kind === 'messages' ? (exchange.texts[0] ?? '') : ''
}

function documentIn(body: string): JsonObject | undefined {
  try {
    const answer = readJson(body)
    const result = isObject(answer) ? answer['result'] : undefined
    return isObject(result) && Array.isArray(result['methods']) ? result : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
