import { hasCredentials, isCredentialVariable } from '../../openrpc/credentials.ts'
import { type Element, elementsBy, type Resolve, rootOf } from '../../openrpc/elements.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import { isObject, objectOf, stringOf } from '../../json/members.ts'
import { child } from '../../json/pointer.ts'

/** Reports server URLs with credentials, which would be published with the packages. */
export function checkServers({ path, json }: InputFile, resolve: Resolve): readonly Finding[] {
  if (!isObject(json)) return []
  const { member, list } = elementsBy(resolve)
  const document = rootOf(path, json)
  const methods = list(document, 'methods')
  const links = methods.flatMap((method) => list(method, 'links'))
  const servers = [
    // Version 1.0 of OpenRPC also allowed a single server object.
    ...[document, ...methods].flatMap((owner) =>
      [member(owner, 'servers') ?? [], ...list(owner, 'servers')].flat(),
    ),
    ...links.flatMap((link) => member(link, 'server') ?? []),
  ]
  return servers.flatMap(checkServer)
}

function checkServer({ at, file, pointer, json }: Element): readonly Finding[] {
  const url = stringOf(json, 'url') ?? ''
  if (hasCredentials(url)) {
    const message = 'The URL of the server contains credentials.'
    return [{ code: 'RL216', message, place: at }]
  }
  return Object.entries(objectOf(json, 'variables') ?? {}).flatMap(([name, variable]) => {
    const value = stringOf(variable, 'default') ?? ''
    if (!isCredentialVariable(url, name, value)) return []
    const message = `The default of the variable ${name} of the server URL contains credentials.`
    const path = ['variables', name, 'default'].reduce(child, pointer)
    return [{ code: 'RL216', message, place: { file, pointer: path } }]
  })
}
