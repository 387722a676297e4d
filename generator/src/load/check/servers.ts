import { isSecretName, withoutCredentials } from '@rpcloom/rpc/internal'
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
    const used = url.replaceAll(/\$?\{([^{}]*)\}/g, (all, key) => (key === name ? value : all))
    if (!hasCredentials(used) && !isCredential(name, value)) return []
    const message = `The default of the variable ${name} of the server URL contains credentials.`
    const path = ['variables', name, 'default'].reduce(child, pointer)
    return [{ code: 'RL216', message, place: { file, pointer: path } }]
  })
}

/**
 * Whether a URL has a user or password, or a query param for a credential. Variables, as in
 * `https://{key}@host`, and placeholders are not credentials.
 */
function hasCredentials(url: string): boolean {
  const literal = url.replaceAll(/\$?\{[^{}]*\}/g, '').replace(/\/\/:?@/, '//')
  if (withoutCredentials(literal) !== literal) return true
  const query = /^[^#?]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)].some(([name, value]) => isCredential(name, value))
}

function isCredential(name: string, value: string): boolean {
  const isPlaceholder = value === '' || isCredentialName(value) || placeholder.test(value)
  return isCredentialName(name) && !isPlaceholder
}

function isCredentialName(name: string): boolean {
  return isSecretName(name) || /^(key|token|auth)$/i.test(name)
}

/** Variables, and values like `YOUR_KEY`, `<key>`, `xxx` and `...`. */
const placeholder = /[{}<>]|your|^[x*.\u2026]+$/i
