import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy whose network a test disturbs. */
export interface Proxy {
  readonly port: number
  /** Delays each packet in each direction by milliseconds. */
  delayMs: number
  /** Port of the server. */
  target: number
  /** Holds packets back, in both directions, until `heal`. New connections are accepted, and get no response. */
  readonly partition: () => void
  /** Sends the packets that were held back. */
  readonly heal: () => void
  /** Closes all connections. */
  readonly cut: () => void
  /** Drops all packets of the present connections, in both directions, without a notice. */
  readonly strand: () => void
}

/** Starts a proxy for one test. */
export async function proxyTo(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const stranded = new WeakSet<Socket>()
  let held: (() => void)[] | undefined
  const pipe = (from: Socket, to: Socket): void => {
    from.on('data', (chunk: Buffer) => {
      const send = (): void => void (to.destroyed || stranded.has(to) || to.write(chunk))
      const pass = (): void => void (held === undefined ? send() : held.push(send))
      if (proxy.delayMs === 0) pass()
      else setTimeout(pass, proxy.delayMs)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      const end = (): void => to.destroySoon()
      if (held === undefined) setTimeout(end, proxy.delayMs)
      else held.push(end)
    })
  }
  const server = createServer((inbound) => {
    const outbound = connect(proxy.target, '127.0.0.1')
    sockets.add(inbound).add(outbound)
    pipe(inbound, outbound)
    pipe(outbound, inbound)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: Proxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    target,
    partition: () => void (held ??= []),
    heal() {
      const late = held ?? []
      held = undefined
      for (const send of late) send()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    strand() {
      for (const socket of sockets) stranded.add(socket)
    },
  }
  onTestFinished(() => {
    proxy.heal()
    proxy.cut()
    server.close()
  })
  return proxy
}
