import { type JsonObject, isRecord } from '@rpcloom/rpc'
import {
  type OpenRpcDocument,
  type OpenRpcMethod,
  pathOfServers,
  readDocument,
} from '@rpcloom/rpc/internal'
import { recordOf, stringOf } from '@rpcloom/schema/internal'
import type { ServerGroup } from '@rpcloom/rpc/server'
import type { Contract, ContractMethod, ContractTransport } from './types.ts'

/**
 * Reads the contract of a document for one transport, by default HTTP. The document must be self-contained,
 * like those of `rpc.discover` and of generated servers. Malformed members are ignored.
 */
export function readContract(
  json: unknown,
  { transport = 'http' }: { readonly transport?: ContractTransport } = {},
): Contract {
  const document = readDocument(isRecord(json) ? (json as JsonObject) : {})
  const { group, callable, methods, resolve } = document
  const explicit = (transport === 'ws' && group.wsPath) || group.path
  const path = explicit ?? pathOfServers(document.json['servers'], transport) ?? '/'
  const { title } = recordOf(document.json['info'])
  return {
    transport,
    group: group.key ?? stringOf(title) ?? 'document',
    path,
    pathIsDefault: explicit === undefined,
    batch: group.batch,
    methods: callable.map((method) => contractMethod(method, { document, path, transport })),
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
    transport,
  }: Pick<Contract, 'path' | 'transport'> & { readonly document: OpenRpcDocument },
): ContractMethod {
  const { name, json, availability, subscription } = method
  const path = pathOfServers(json['servers'], transport)
  const isOffered = group.transports.length === 0 || group.transports.includes(transport)
  const reach = availability[transport] ?? group.availability[transport] ?? 'public'
  const disabledBy = [method.enabledBy, group.enabledBy].find((one) => one?.default === false)
  return {
    ...method,
    reach: isOffered ? reach : 'absent',
    isSubscription:
      subscription !== undefined || callable.some((one) => one.subscription?.unsubscribe === name),
    ...(path !== undefined && path !== documentPath && { path }),
    ...(disabledBy && { requiredSetting: disabledBy.setting }),
  }
}
