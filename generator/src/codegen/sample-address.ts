import { addressOfServer } from '../model/document/servers.ts'
import type { Api } from '../model/types.ts'

const usual = 'http://127.0.0.1:8545'

/**
 * Returns the base URL for code samples: that of the first documented server whose variables have defaults,
 * without its path, user and password.
 */
export function sampleAddress({ groups }: Pick<Api, 'groups'>): string {
  const [first] = groups
    .flatMap(({ servers }) => servers)
    .map(addressOfServer)
    .flatMap((url) => (/^https?:\/\//i.test(url) && URL.canParse(url) ? [new URL(url).origin] : []))
  return first ?? usual
}

/** Returns the port on which servers in code samples listen. */
export function samplePort(api: Pick<Api, 'groups'>): string {
  return new URL(sampleAddress(api)).port || new URL(usual).port
}
