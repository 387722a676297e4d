import { listOf } from '@rpcloom/schema/json'
import { inputSchema } from './input-schema.ts'
import { callOffered, type Offer } from './method-tools.ts'
import { descriptionOf, effectOf, type OfferedMethod, titleOf } from './offered.ts'
import { type Tool, ToolError } from './tool.ts'

const MOST_FOUND = 20

/** The tool that finds methods. */
export function searchTool(methods: readonly OfferedMethod[]): Tool {
  return {
    name: 'search_methods',
    title: 'Find methods',
    description: `Finds methods by words of their names and descriptions, among ${methods.length}. The best matches have the schema of their params.`,
    effect: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words, such as `balance address`' },
        limit: { type: 'integer', minimum: 1, maximum: MOST_FOUND, default: 5 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    call: async ({ query, limit = 5 }) => {
      const found = ranked(methods, String(query)).slice(0, Number(limit))
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

/** Returns the methods that contain words of a query, the best first. */
function ranked(methods: readonly OfferedMethod[], query: string): readonly OfferedMethod[] {
  const given = wordsOf(query)
  const long = given.filter(({ length }) => length > 2)
  const words = long.length > 0 ? long : given
  const scored = methods.map((one) => {
    const further = listOf(one.target.method.json['x-search']).join(' ')
    const texts = [one.name, `${titleOf(one)} ${further}`, descriptionOf(one)].map(wordsOf)
    const score = words.flatMap((word) =>
      texts.map((text, index) => (text.some((other) => other.startsWith(word)) ? 4 >> index : 0)),
    )
    const exact = one.name.toLowerCase() === query.trim().toLowerCase() ? 100 : 0
    const found = score.reduce((sum, points) => sum + points, exact)
    // Of equal matches, methods that read are first.
    return { one, score: found && effectOf(one.target) === 'read' ? found + 0.5 : found }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one)
}

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}

/** The tool that calls the methods that `searchTool` finds. */
export function callTool(methods: readonly OfferedMethod[], offer: Offer): Tool {
  const byName = new Map(methods.map((one) => [one.name, one]))
  const effects = new Set(methods.map(({ target }) => effectOf(target)))
  return {
    name: 'call_method',
    title: 'Call a method',
    description:
      'Calls a method that search_methods found. Calls that write need the consent of the user.',
    effect: effects.size === 1 && effects.has('read') ? 'read' : 'write',
    inputSchema: {
      type: 'object',
      properties: {
        method: { type: 'string', description: 'Name of the method, as search_methods returns it' },
        params: { type: 'object', description: 'Params by name', default: {} },
      },
      required: ['method'],
      additionalProperties: false,
    },
    call: async ({ method, params = {} }, caller) => {
      const offered = byName.get(String(method))
      if (offered)
        return callOffered(offered, Object(params) as object as Record<string, unknown>, {
          offer,
          caller,
        })
      throw new ToolError(`There is no method ${JSON.stringify(method)}`, {
        reason: 'unknownMethod',
        help: 'Find it with search_methods',
      })
    },
  }
}
