import { isLoopback } from '../call/endpoint.ts'
import type { Method } from '../call/method.ts'
import { element } from '../dom.ts'
import { confirmed } from './confirm.ts'
import type { Destination } from './target.ts'

/** What a reader should know before a call goes to this place. */
export function warningsOf({ data }: Method, destination: Destination): readonly string[] {
  if (destination.kind === 'mock' || destination.endpoint.kind === 'fault') return []
  const { url } = destination.endpoint
  if (!data.carriesPassword || isLoopback(url)) return []
  const isPlain = url.protocol === 'http:' || url.protocol === 'ws:'
  return [
    `A password goes to ${url.host}, which is not this machine. Send it only to a node that is yours.`,
    ...(isPlain ? ['It goes unencrypted: whoever carries it can read it.'] : []),
  ]
}

/** Asks before a call that changes something, or that carries a password away from this machine. */
export async function mayCall(method: Method, url: URL): Promise<boolean> {
  const { wire, effect, carriesPassword } = method.data
  const travels = carriesPassword && !isLoopback(url)
  if (effect === 'read' && !travels) return true
  const doing = effect === 'admin' ? 'changes the node itself' : 'changes state'
  const name = element('code', {}, wire)
  const address = element('code', {}, url.href)
  const line = element(
    'span',
    {},
    name,
    effect === 'read' ? ' carries a password.' : ` ${doing}.`,
    ' It is sent to ',
    address,
  )
  return confirmed({
    title:
      effect === 'admin'
        ? 'Administer this node?'
        : effect === 'write'
          ? 'Write to this node?'
          : 'Send a password?',
    lines: [
      line,
      ...(travels ? ['The params hold a password, and this is not your own machine.'] : []),
    ],
    agree: `Send to ${url.host}`,
  })
}
