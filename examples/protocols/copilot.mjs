// Makes an OpenRPC document of the schema of the Copilot CLI: `node copilot.mjs api.schema.json > copilot.openrpc.json`. The
// schema is in the folder `schemas` of the npm package @github/copilot.
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
    ...(params && { 'x-params': paramsOf(params) }),
    result: { name: 'result', ...(mayBeAbsent && { required: false }), schema },
  }
}

/** Params that may be absent are an object without required members, so that `{}` is valid. */
function paramsOf(params) {
  return present(params).schema
}

/** Returns the schema of a value that is not absent. An absent value is the alternative that nothing matches. */
function present(schema) {
  const alternatives = schema?.anyOf ?? []
  const others = alternatives.filter(({ not }) => not === undefined || Object.keys(not).length > 0)
  if (others.length === alternatives.length) return { schema, mayBeAbsent: false }
  const [only, ...more] = others
  return { schema: more.length === 0 ? only : { ...schema, anyOf: others }, mayBeAbsent: true }
}

main('the schema of the methods of the Copilot CLI', ({ title, definitions, ...members }) =>
  documentOf({
    title,
    methods: moved(
      Object.entries(sides).flatMap(([member, side]) => methodsIn(members[member], side)),
    ),
    schemas: moved(definitions),
  }),
)
