import { type JsonObject, isRecord } from '@rpcloom/rpc'
import {
  type OpenRpcDocument,
  type OpenRpcMethod,
  pathOfServers,
  pathsOf,
  readDocument,
  type Side,
} from '@rpcloom/rpc/internal'
import { recordOf, stringOf } from '@rpcloom/schema/internal'
import type { ServerGroup } from '@rpcloom/rpc/server'
import { effectOf } from './effect/infer.ts'
import type { Contract, ContractMethod, ContractTransport } from './types.ts'

interface ReadOptions {
  /** `channel` stands for every connection without paths, such as the standard streams of a process. */
  readonly transport?: ContractTransport | 'channel'
  /** The side that implements the methods: `server` by default. */
  readonly side?: Side
}

/**
 * Reads the contract of a document for one transport, by default HTTP. The document must be self-contained,
 * like those of `rpc.discover` and of generated servers. Malformed members are ignored.
 */
export function readContract(
  json: unknown,
  { transport: carrier = 'http', side = 'server' }: ReadOptions = {},
): Contract {
  const document = readDocument(isRecord(json) ? (json as JsonObject) : {}, side)
  const transport = carrier === 'channel' ? 'ws' : carrier
  const { group, callable, methods, resolve } = document
  const { servers } = document.json
  const { path: usual, wsPath } = pathsOf(servers, group)
  const own = transport === 'ws' ? wsPath : undefined
  const isDefault = own === undefined && group.path === undefined
  const path = own ?? (isDefault ? (pathOfServers(servers, transport) ?? '/') : usual)
  const { title } = recordOf(document.json['info'])
  return {
    transport,
    group: group.key ?? stringOf(title) ?? 'document',
    path,
    pathIsDefault: isDefault,
    batch: group.batch,
    methods: callable.map((method) => contractMethod(method, { document, path, carrier })),
    notifications: new Set(
      [...methods.values()].flatMap(({ name, subscription }) =>
        subscription && subscription.unsubscribe === undefined ? name : [],
      ),
    ),
    resolve,
  }
}

/** Returns the contracts of a server's groups, with the paths where the server offers them. */
export function contractsOf(groups: readonly ServerGroup[]): Promise<readonly Contract[]> {
  return Promise.all(
    groups.map(async (group) => ({
      ...readContract(await group.document()),
      group: group.key,
      path: group.path,
    })),
  )
}

function contractMethod(
  method: OpenRpcMethod,
  {
    document: { group, callable },
    path: documentPath,
    carrier,
  }: {
    readonly document: OpenRpcDocument
    readonly path: string
    readonly carrier: NonNullable<ReadOptions['transport']>
  },
): ContractMethod {
  const { name, json, availability, subscription } = method
  // A channel has no paths.
  const path = carrier === 'channel' ? undefined : pathOfServers(json['servers'], carrier)
  // On a channel, every method exists that exists over any transport.
  const transports = carrier === 'channel' ? (['http', 'ws'] as const) : ([carrier] as const)
  const offered = transports.filter(
    (one) => group.transports.length === 0 || group.transports.includes(one),
  )
  const reaches = offered.map((one) => availability[one] ?? group.availability[one] ?? 'public')
  const reach = (['public', 'node-local'] as const).find((one) => reaches.includes(one)) ?? 'absent'
  const disabledBy = [method.enabledBy, group.enabledBy].find((one) => one?.default === false)
  return {
    ...method,
    effect: effectOf(json['x-effect'], name),
    reach,
    isSubscription:
      subscription !== undefined || callable.some((one) => one.subscription?.unsubscribe === name),
    ...(path !== undefined && path !== documentPath && { path }),
    ...(disabledBy && { requiredSetting: disabledBy.setting }),
  }
}
