import type { SocketSend } from '@rpcloom/conform/node'
import { isObject } from '../json/pointer.ts'
import { readJson } from '../json/text.ts'

/** Returns why a program cannot be checked; undefined if it responds to a call with a JSON-RPC message. */
export async function unresponsive({ send, close }: SocketSend): Promise<string | undefined> {
  const call = { jsonrpc: '2.0', id: 1, method: 'rpcloom.noSuchMethod' } as const
  const exchange = await send({ kind: 'call', path: '/', call }).finally(close)
  switch (exchange.kind) {
    case 'failed':
      return exchange.reason
    case 'timeout':
      return `no response within ${exchange.milliseconds} ms`
    case 'messages': {
      const [text = ''] = exchange.texts
      return isResponse(text) ? undefined : `it sent ${JSON.stringify(text.slice(0, 200))}`
    }
    case 'response':
    case 'subscription':
      return undefined
  }
}

function isResponse(text: string): boolean {
  try {
    const message = readJson(text)
    return isObject(message) && ('result' in message || 'error' in message)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
