import { isRecord } from '@rpcloom/rpc'
import { dereference, pointerResolver } from '@rpcloom/rpc/schema'
import type { Contract, ContractTransport } from '../types.ts'
import { listOf, recordOf, textOf } from '@rpcloom/rpc/internal'
import { readMethod } from './method.ts'
import { pathOfServers } from './servers.ts'

/**
 * Reads the contract of a document over a transport, HTTP by default. The document must be self-contained,
 * like those of `rpc.discover` and of generated servers. Malformed members are ignored.
 */
export function readContract(
  document: unknown,
  { transport = 'http' }: { readonly transport?: ContractTransport } = {},
): Contract {
  const root = recordOf(document)
  const resolve = pointerResolver(document)
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const group = recordOf(root['x-group'])
  const explicit = (transport === 'ws' && textOf(group['wsPath'])) || textOf(group['path'])
  const batch = recordOf(group['batch'])
  const transports = listOf(group['transports'])
  const path = explicit ?? pathOfServers(root['servers'], transport) ?? '/'
  const methods = listOf(root['methods']).map(deref).filter(isRecord)
  const ends = methods.map((method) => textOf(recordOf(method['x-subscription'])['unsubscribe']))
  const around = {
    document: root,
    path,
    transport,
    isCarried: transports.length === 0 || transports.includes(transport),
    deref,
    ends: new Set(ends.filter((end) => end !== undefined)),
  }
  return {
    transport,
    group: textOf(group['key']) ?? textOf(recordOf(root['info'])['title']) ?? 'document',
    path,
    pathIsDefault: explicit === undefined,
    batch: {
      allowed: batch['allowed'] !== false,
      ...(typeof batch['maxPublic'] === 'number' && { maxPublic: batch['maxPublic'] }),
    },
    methods: methods
      .filter((method) => typeof method['name'] === 'string' && !isEvent(method, methods))
      .map((method) => readMethod(method, around)),
    resolve,
  }
}

/** Whether a method is a subscription's notification, which only the server sends. */
function isEvent(
  { name, result }: Readonly<Record<string, unknown>>,
  methods: readonly Readonly<Record<string, unknown>>[],
): boolean {
  return (
    result === undefined &&
    methods.some((method) => recordOf(method['x-subscription'])['notification'] === name)
  )
}
