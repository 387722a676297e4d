import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { openProxy, type Proxy } from '../../generator/src/conform/proxy/proxy.ts'
import type { Traffic } from '@rpcloom/conform'

/** A proxy in front of a server in this process, with the traffic that the proxy recorded. */
export interface Proxied extends Proxy {
  readonly target: URL
  readonly seen: readonly Traffic[]
}

export async function proxyTo(server: Server, credentials = '', path = ''): Promise<Proxied> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = new URL(
    `http://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  )
  const seen: Traffic[] = []
  const proxy = await openProxy({
    port: 0,
    targetOf: () => target,
    onTraffic: (one) => seen.push(one),
    onServerMessage: () => undefined,
  })
  return { ...proxy, target, seen }
}

/** Returns the address that a command with `--proxy` prints. */
export function proxyAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((found) => {
    let output = ''
    stderr?.on('data', (part: Buffer) => {
      output += part.toString()
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (match) found(match[0])
    })
  })
}
