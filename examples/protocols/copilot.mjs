// Makes an OpenRPC document of the schemas of the Copilot CLI: `node copilot.mjs api.schema.json session-events.schema.json >
// copilot.openrpc.json`. They are in the folder `schemas` of the npm package @github/copilot.
import { documentOf, main, moved } from './document.mjs'

/** Which side implements the methods of a member of the schema. */
const sides = { server: 'server', session: 'server', clientSession: 'client' }

/** Returns the methods of a tree of namespaces. */
function methodsIn(tree, side) {
  if (typeof tree?.rpcMethod === 'string') return [methodOf(tree, side)]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.values(tree).flatMap((inner) => methodsIn(inner, side))
}

function methodOf({ rpcMethod, description, params, result, deprecated }, side) {
  const { schema = {}, mayBeAbsent } = present(result)
  return {
    name: rpcMethod,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    'x-implemented-by': [side],
    params: [],
    ...(params && { 'x-params': present(params).schema }),
    result: { name: 'result', ...(mayBeAbsent && { required: false }), schema },
  }
}

/** Returns the schema of a value that is not absent. An absent value is the alternative that nothing matches. */
function present(schema) {
  const alternatives = schema?.anyOf ?? []
  const others = alternatives.filter(({ not }) => not === undefined || Object.keys(not).length > 0)
  if (others.length === alternatives.length) return { schema, mayBeAbsent: false }
  const [only, ...more] = others
  return { schema: more.length === 0 ? only : { ...schema, anyOf: others }, mayBeAbsent: true }
}

main('a schema of the methods of the Copilot CLI', (api, ...others) =>
  documentOf({
    title: api.title,
    methods: moved(Object.entries(sides).flatMap(([member, side]) => methodsIn(api[member], side))),
    schemas: moved(Object.assign({}, ...[api, ...others].map((file) => file.definitions))),
  }),
)
