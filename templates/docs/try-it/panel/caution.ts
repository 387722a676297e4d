import { isLoopback } from '../call/endpoint.ts'
import type { Method } from '../call/method.ts'
import { element } from '../dom.ts'
import { confirmed } from './confirm.ts'
import type { Destination } from './target.ts'

export function warningsOf({ data }: Method, destination: Destination): readonly string[] {
  if (destination.kind === 'mock' || destination.endpoint.kind === 'fault') return []
  const { url } = destination.endpoint
  if (!data.carriesPassword || isLoopback(url)) return []
  const isPlain = url.protocol === 'http:' || url.protocol === 'ws:'
  return [
    `This sends a password to ${url.host}, which is another machine. Send it only to your own server.`,
    ...(isPlain ? ['The connection is not encrypted, so others can read the password.'] : []),
  ]
}

/** Whether a call changes something other than the subscriptions of its connection. */
function changesThings({ data, group }: Method): boolean {
  if (data.effect === 'admin') return true
  const ends = group.methods.some(({ subscription }) => subscription?.unsubscribe === data.name)
  return data.effect === 'write' && data.subscription === undefined && !ends
}

/** Asks for confirmation before a call that changes something, or that sends a password to another machine. */
export async function mayCall(method: Method, url: URL): Promise<boolean> {
  const { name: methodName, effect, carriesPassword } = method.data
  const travels = carriesPassword && !isLoopback(url)
  const changes = changesThings(method)
  if (!changes && !travels) return true
  const doing = effect === 'admin' ? 'may change the server itself' : 'may change state'
  const name = element('code', {}, methodName)
  const address = element('code', {}, url.href)
  const line = element(
    'span',
    {},
    name,
    changes ? ` ${doing}.` : ' sends a password.',
    ' It is sent to ',
    address,
  )
  return confirmed({
    title:
      effect === 'admin'
        ? 'Administer this server?'
        : changes
          ? 'Write to this server?'
          : 'Send a password?',
    lines: [
      line,
      ...(travels ? ['The params contain a password, and the server is on another machine.'] : []),
    ],
    agree: `Send to ${url.host}`,
  })
}
