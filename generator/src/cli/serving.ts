import { once } from 'node:events'

export const portOption = {
  type: 'string',
  value: 'PORT',
  help: 'port to listen on; default: a free port',
} as const

export const portFault = '--port must be a number from 0 to 65535.'

/** Returns the value of `--port`, 0 if it is absent, or undefined if it is no port. */
export function portOf({ port = '0' }: { readonly port?: string }): number | undefined {
  return /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? Number(port) : undefined
}

/** Resolves when the process is asked to stop. */
export async function stopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
