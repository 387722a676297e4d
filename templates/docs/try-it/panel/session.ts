import { isRecord } from '@rpcloom/rpc'
import { readTypedJson } from '../json/typed-json.ts'
import { flatJson } from '../json/write-json.ts'

/** Values that could not be stored. They apply only to this page. */
const fallback = new Map<string, unknown>()

/** Values of the tab: they are gone when it is closed. */
const session = {
  read(key: string): unknown {
    try {
      const read = readTypedJson(sessionStorage.getItem(key) ?? 'null')
      return read.kind === 'value' ? read.value : undefined
    } catch {
      // Storage may be blocked.
      return fallback.get(key)
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, flatJson(value))
    } catch {
      fallback.set(key, value)
    }
  },
}

/** The key of the script that puts the origin and headers of the reader into samples (`assets/server.js`). */
const serverKey = 'docs-server'

const addressKey = 'docs-try-node'

/** The address that the reader entered. It may contain a key. Empty if another server is selected. */
export const sessionAddress = {
  read(): string {
    const address = session.read(addressKey)
    return typeof address === 'string' ? address : ''
  },
  write(address: string): void {
    session.write(addressKey, address)
  },
}

/** Headers of the reader, as text with one header per line. The samples of the page have them too. */
export const sessionHeaders = {
  read(): string {
    const server = session.read(serverKey)
    const lines = isRecord(server) ? server['lines'] : undefined
    return typeof lines === 'string' ? lines : ''
  },
  write(lines: string): void {
    const server = session.read(serverKey)
    session.write(serverKey, { ...(isRecord(server) && server), lines })
  },
}

/** Returns the headers in lines, without lines that are no header and without the content type, which is always sent. */
export function headersIn(lines: string): readonly (readonly [name: string, value: string])[] {
  return lines.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line) ?? []
    const isSent = name !== undefined && !/^content-type$/i.test(name)
    return isSent && value !== undefined ? [[name, value] as const] : []
  })
}

/** Params of a sent call, without secrets. */
export interface Sent {
  readonly at: string
  readonly params: Readonly<Record<string, unknown>>
}

const mostSent = 10

/** The last calls of a method in this tab, newest first. */
export const sentCalls = {
  read(name: string): readonly Sent[] {
    const list = session.read(`docs-sent-${name}`)
    return (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
      if (!isRecord(one)) return []
      const { at, params } = one
      return typeof at === 'string' && isRecord(params) ? [{ at, params }] : []
    })
  },
  add(name: string, params: Sent['params']): readonly Sent[] {
    const text = flatJson(params)
    const others = sentCalls.read(name).filter((one) => flatJson(one.params) !== text)
    const list = [{ at: new Date().toLocaleTimeString(), params }, ...others].slice(0, mostSent)
    session.write(`docs-sent-${name}`, list)
    return list
  },
}
