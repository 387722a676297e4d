import { ranked } from '@rpcloom/schema/internal'
import { listOf, recordOf } from '@rpcloom/schema/json'
import { inputSchema } from './input-schema.ts'
import { callOffered, type Offer } from './method-tools.ts'
import { descriptionOf, effectOf, type OfferedMethod, titleOf } from './offered.ts'
import { argumentsSchema, type Tool, ToolError } from './tool.ts'

const MOST_FOUND = 20

const isRead = ({ target }: OfferedMethod): boolean => effectOf(target) === 'read'

/** The tool that finds methods. */
export function searchTool(methods: readonly OfferedMethod[]): Tool {
  // Of equal matches, methods that read are first.
  const byEffect = methods.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))
  return {
    name: 'search_methods',
    title: 'Find methods',
    description: `Finds methods by words of their names and descriptions, among ${methods.length}. The best matches have the schema of their params.`,
    effect: 'read',
    inputSchema: argumentsSchema(
      {
        query: { type: 'string', description: 'Words, such as `balance address`' },
        limit: { type: 'integer', minimum: 1, maximum: MOST_FOUND, default: 5 },
      },
      'query',
    ),
    call: async ({ query, limit = 5 }) => {
      const found = ranked(byEffect, String(query), textsOf).slice(0, Number(limit))
      return {
        value: {
          methods: found.map((one) => ({
            method: one.name,
            effect: effectOf(one.target),
            description: descriptionOf(one),
            params: inputSchema(one.target),
          })),
        },
      }
    },
  }
}

function textsOf(one: OfferedMethod): readonly string[] {
  const further = listOf(one.target.method.json['x-search']).join(' ')
  return [one.name, `${titleOf(one)} ${further}`, descriptionOf(one)]
}

/** The tool that calls the methods that `searchTool` finds. */
export function callTool(methods: readonly OfferedMethod[], offer: Offer): Tool {
  const byName = new Map(methods.map((one) => [one.name, one]))
  return {
    name: 'call_method',
    title: 'Call a method',
    description:
      'Calls a method that search_methods found. Calls that write need the consent of the user.',
    effect: methods.every(isRead) ? 'read' : 'write',
    inputSchema: argumentsSchema(
      {
        method: { type: 'string', description: 'Name of the method, as search_methods returns it' },
        params: { type: 'object', description: 'Params by name', default: {} },
      },
      'method',
    ),
    call: async ({ method, params }, caller) => {
      const offered = byName.get(String(method))
      if (offered) return callOffered(offered, recordOf(params), { offer, caller })
      throw new ToolError(`There is no method ${JSON.stringify(method)}`, {
        reason: 'unknownMethod',
        help: 'Find it with search_methods',
      })
    },
  }
}
