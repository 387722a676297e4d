import { withoutCredentials } from '@rpcloom/rpc/internal'
import { elements, type Resolve } from '../openrpc/elements.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { InputFile } from '../openrpc/loaded.ts'
import { isObject, stringOf } from '../json/members.ts'
import { child } from '../json/pointer.ts'
import type { Json } from '../json/types.ts'

/** Reports server URLs with a user or password, which would be published with the packages. */
export function checkServers({ path, json }: InputFile, resolve: Resolve): readonly Finding[] {
  if (!isObject(json)) return []
  const check = (servers: Json | undefined, file: string, pointer: string): readonly Finding[] =>
    elements(isObject(servers) ? [servers] : servers, file, pointer, resolve)
      .filter((server) => hasCredentials(stringOf(server.json, 'url') ?? ''))
      .map(({ at }) => {
        const message = 'The URL of the server contains a user or password.'
        return { code: 'RL216', message, place: at }
      })
  const methods = elements(json['methods'], path, '/methods', resolve)
  return [
    ...check(json['servers'], path, '/servers'),
    ...methods.flatMap((method) =>
      check(method.json['servers'], method.file, child(method.pointer, 'servers')),
    ),
  ]
}

/** Whether a URL has a user or password that is not a variable, as in `https://{key}@host`. */
function hasCredentials(url: string): boolean {
  const literal = url.replaceAll(/\$?\{[^{}]*\}/g, '').replace(/\/\/:?@/, '//')
  return withoutCredentials(literal) !== literal
}
