import { type JsonObject, isRecord } from '@rpcloom/rpc'
import {
  type OpenRpcDocument,
  type OpenRpcMethod,
  pathOfServers,
  readDocument,
  recordOf,
  textOf,
} from '@rpcloom/rpc/internal'
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
    group: group.key ?? textOf(title) ?? 'document',
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

function contractMethod(
  method: OpenRpcMethod,
  {
    document: { group, callable },
    path: usual,
    transport,
  }: Pick<Contract, 'path' | 'transport'> & { readonly document: OpenRpcDocument },
): ContractMethod {
  const { name, json, availability, subscription } = method
  const path = pathOfServers(json['servers'], transport)
  const isCarried = group.transports.length === 0 || group.transports.includes(transport)
  const reach = availability[transport] ?? group.availability[transport] ?? 'public'
  const requiredSetting = [method.enabledBy, group.enabledBy].find((one) => one?.default === false)
  return {
    ...method,
    reach: isCarried ? reach : 'absent',
    isSubscription:
      subscription !== undefined || callable.some((one) => one.subscription?.unsubscribe === name),
    ...(path !== undefined && path !== usual && { path }),
    ...(requiredSetting && { requiredSetting: requiredSetting.setting }),
  }
}
