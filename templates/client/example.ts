import { addressOfServer, type Api, type Group, type Method } from 'rpcloom/model'
import { exampleCall } from 'rpcloom/emit'

/** A method that samples of code call. */
export interface Example {
  readonly group: Group
  readonly method: Method
}

/** A method that anyone can call without knowing anything; else the first one with an example. */
export function exampleOf(api: Api): Example | undefined {
  const all = api.groups.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const shown = all.filter(
    ({ group, method }) => method.doc.deprecated === undefined && exampleCall(group, method),
  )
  return (
    shown.find(({ method }) => method.params.length === 0 && method.effect === 'read') ?? shown[0]
  )
}

/** Address that samples of code call: that of the first documented server with a plain one. */
export function baseUrl(api: Api): string {
  const urls = api.groups.flatMap(({ servers }) => servers).map(addressOfServer)
  const [base] = urls.flatMap((url) => /^https?:\/\/[\w.:[\]-]+/.exec(url)?.[0] ?? [])
  return base ?? 'http://127.0.0.1:8545'
}
