import { isObject, listOf, objectOf, own, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Server } from '../types.ts'

/** The servers of a document or method. */
export function serversOf(json: JsonObject): readonly Server[] {
  const said = own(json, 'servers')
  // Version 1.0 also allowed a single one.
  return (isObject(said) ? [said] : listOf(json, 'servers')).flatMap(oneServer)
}

function oneServer(json: Json): readonly Server[] {
  const url = textOf(json, 'url')
  if (url === undefined) return []
  const name = textOf(json, 'name')
  const description = textOf(json, 'description') ?? textOf(json, 'summary')
  return [
    {
      url,
      variables: variablesOf(objectOf(json, 'variables') ?? {}),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
  ]
}

function variablesOf(json: JsonObject): Server['variables'] {
  return Object.entries(json).map(([name, variable]) => {
    const values = textsOf(variable, 'enum')
    return {
      name,
      default: textOf(variable, 'default') ?? values[0] ?? '',
      ...(values.length === 0 ? {} : { enum: values }),
    }
  })
}
