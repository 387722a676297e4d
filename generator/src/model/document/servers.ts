import {
  defined,
  isObject,
  listOf,
  objectOf,
  own,
  stringOf,
  stringsOf,
} from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { Server } from '../types.ts'

export function serversOf(json: JsonObject): readonly Server[] {
  const declared = own(json, 'servers')
  // OpenRPC 1.0 also allowed a single server object instead of a list.
  return (isObject(declared) ? [declared] : listOf(json, 'servers')).flatMap(oneServer)
}

function oneServer(json: Json): readonly Server[] {
  const url = stringOf(json, 'url')
  if (url === undefined) return []
  return [
    {
      url,
      variables: variablesOf(objectOf(json, 'variables') ?? {}),
      ...defined({
        name: stringOf(json, 'name'),
        description: stringOf(json, 'description') ?? stringOf(json, 'summary'),
      }),
    },
  ]
}

function variablesOf(json: JsonObject): Server['variables'] {
  return Object.entries(json).map(([name, variable]) => {
    const values = stringsOf(variable, 'enum')
    const description = stringOf(variable, 'description')
    return {
      name,
      default: stringOf(variable, 'default') ?? values[0] ?? '',
      ...(values.length === 0 ? {} : { enum: values }),
      ...(description === undefined ? {} : { description }),
    }
  })
}

/**
 * Returns the URL of a server, with the default values of its variables. Variables may be written
 * as `{name}` or `${name}`.
 */
export function addressOfServer({ url, variables }: Server): string {
  const values = new Map(variables.map((variable) => [variable.name, variable.default]))
  return url.replaceAll(/\$?\{([^{}]*)\}/g, (all, name: string) => values.get(name) ?? all)
}
