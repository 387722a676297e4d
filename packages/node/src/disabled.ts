import type { RequestListener } from 'node:http'
import { groups, type ServerGroup } from '@native-node/server'
import { specDialect, type Aliases, type Dialect } from '@rpcloom/rpc/server'
import { inWords } from './dialect/words.ts'

/** What turns methods on, and the other names of methods. */
export interface Enabling {
  /** Whether a setting of the documents (`x-enabled-by`) is on; undefined if the node has no such setting. */
  readonly isOn: (setting: string) => boolean | undefined
  readonly isPublic: boolean
  readonly aliases: Aliases
}

/**
 * Returns JSON-RPC 2.0 with an error that names the option of the node for a method that the option
 * turns on.
 */
export function dialectWithHints(group: ServerGroup | undefined, enabling: Enabling): Dialect {
  const served = groups.filter((other) => group === undefined || group.path === other.path)
  const flags = new Map(served.flatMap((one) => flagsOf(one, enabling)))
  const { errors } = specDialect
  return {
    ...specDialect,
    errors: {
      ...errors,
      params: (issues) => errors.params(inWords(issues)),
      method(name) {
        const error = errors.method(name)
        const flag = flags.get(neutralName(name, enabling.aliases))
        return flag === undefined ? error : { ...error, message: `${error.message}: ${hint(flag)}` }
      },
    },
  }
}

/** Responds with 404 and the option of the node at paths of groups that are turned off as a whole. */
export function disabledPathListener(enabling: Enabling, next: RequestListener): RequestListener {
  const flags = new Map(
    groups.flatMap(({ path, enabledBy, ...group }) => {
      const isOffered = !enabling.isPublic || group.availability.http === 'public'
      return path !== undefined && enabledBy !== undefined && isOffered
        ? [[path, enabledBy.setting] as const]
        : []
    }),
  )
  return (request, response) => {
    const flag = flags.get(request.url?.split('?', 1)[0] ?? '')
    if (flag === undefined || enabling.isOn(flag) !== false) return next(request, response)
    response
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
      .end(`Not found: ${hint(flag)}\n`)
  }
}

function hint(flag: string): string {
  return `the node serves it with --${flag}`
}

/** Returns the methods of a group that are off, each with the name of the option that turns it on. */
function flagsOf(
  { methods, availability, enabledBy: forAll }: ServerGroup,
  { isOn, isPublic }: Enabling,
): (readonly [string, string])[] {
  return methods.flatMap(({ name, enabledBy = forAll, ...method }) => {
    const isHidden = isPublic && (method.availability ?? availability).http !== 'public'
    if (isHidden || enabledBy === undefined || isOn(enabledBy.setting) !== false) return []
    return [[name, enabledBy.setting] as const]
  })
}

function neutralName(name: string, { methods = {}, namespaces = {} }: Aliases): string {
  if (Object.hasOwn(methods, name)) return methods[name] ?? name
  const [prefix = ''] = /^[^._/]+/.exec(name) ?? []
  return Object.hasOwn(namespaces, prefix)
    ? `${namespaces[prefix] ?? prefix}${name.slice(prefix.length)}`
    : name
}
