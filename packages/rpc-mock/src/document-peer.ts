import type { JsonObject } from '@rpcloom/rpc'
import { socket, streamableHttp } from '@rpcloom/rpc/channels'
import type { Transport } from '@rpcloom/rpc/client'
import { buildPeer, type CancelNames, type ProgressNames } from '@rpcloom/rpc/codegen/peer'
import { separateCredentials } from '@rpcloom/rpc/internal'
import type { ServerMethod } from '@rpcloom/rpc/server'
import { documentGroup } from './document-group.ts'

/** How to connect to the server of a document that calls methods of its client. */
export interface DocumentPeerOptions {
  /** Address of the server. User and password are sent as Basic authentication. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** Time limit of a call in milliseconds. Without effect if the server may ask a person. */
  readonly timeoutMs: number
  /** Returns the handler of a method of the client. */
  readonly handlerOf: (method: ServerMethod) => (params: unknown) => unknown
}

/** Connects to the server of a document loaded at run time, over WebSocket or Streamable HTTP. */
export function documentPeer(
  json: JsonObject,
  { address, headers: given, timeoutMs, handlerOf }: DocumentPeerOptions,
): { readonly transport: Transport; readonly close: () => Promise<void> } {
  const { url, authorization } = separateCredentials(address)
  const headers = { ...authorization, ...given }
  const client = documentGroup(json, 'client', 'client')
  const isSilent = client.methods.every(({ returns }) => returns === 'notification')
  return buildPeer({
    channel: /^ws/i.test(url) ? socket(url, { headers }) : streamableHttp(url, { headers }),
    ...(isSilent && { timeoutMs }),
    client: (transport) => ({ transport }),
    groups: [client],
    handlers: {
      client: Object.fromEntries(client.methods.map((one) => [one.name, handlerOf(one)])),
    },
    // The names by which the document cancels calls and reports progress.
    cancel: json['x-cancel'] as CancelNames | undefined,
    progress: json['x-progress'] as ProgressNames | undefined,
  })
}
