import { connect } from 'node:net'

/** Returns why an address is unreachable; undefined if it accepts connections. */
export function unreachable(url: string, timeoutMs: number): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const number = port === '' ? (/^(https|wss):$/.test(protocol) ? 443 : 80) : Number(port)
  return new Promise((done) => {
    const socket = connect({ host, port: number })
    const end = (reason: string | undefined): void => {
      socket.destroy()
      done(reason)
    }
    socket.setTimeout(timeoutMs, () => end(`no response within ${timeoutMs} ms`))
    socket.once('connect', () => end(undefined))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.message || error.code))
  })
}
