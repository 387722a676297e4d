// Makes an OpenRPC document of the Model Context Protocol: `node mcp.mjs schema.json > mcp.openrpc.json`. The schema
// is published with each version of the protocol.
import { documentOf, main, moved, refTo } from './document.mjs'

/** Returns the names of the messages in a union. A union of one message is the message itself. */
function namesIn(definitions, union) {
  const { anyOf, properties } = definitions[union] ?? {}
  if (anyOf) return anyOf.map(({ $ref }) => $ref.split('/').at(-1))
  const isSame = (name) => definitions[name].properties?.method?.const === properties?.method.const
  return properties ? Object.keys(definitions).filter(isSame).slice(0, 1) : []
}

/** Returns the schema of a result. The response to a request may have several. */
function resultOf(schemas, name) {
  const response = schemas[`${name}Response`]?.properties?.result
  return response ?? refTo(schemas[name] ? name : 'EmptyResult')
}

main('a schema of the Model Context Protocol', ({ $defs, definitions = $defs }) => {
  const schemas = moved(definitions)
  const sentBy = (sender) =>
    [`${sender}Request`, `${sender}Notification`].flatMap((union) => namesIn(definitions, union))
  const ofServer = new Set(sentBy('Client'))
  const ofClient = new Set(sentBy('Server'))
  const methods = [...new Set([...ofServer, ...ofClient])]
  return documentOf({
    title: 'Model Context Protocol',
    'x-cancel': { method: 'notifications/cancelled', id: 'requestId' },
    'x-progress': {
      method: 'notifications/progress',
      token: 'progressToken',
      param: '/_meta/progressToken',
    },
    methods: methods.map((name) => {
      const { description, properties } = schemas[name]
      const result = name.replace(/Request$/, 'Result')
      return {
        name: properties.method.const,
        description,
        'x-implemented-by': [
          ...(ofServer.has(name) ? ['server'] : []),
          ...(ofClient.has(name) ? ['client'] : []),
        ],
        params: [],
        ...(properties.params && { 'x-params': properties.params }),
        ...(result !== name && { result: { name: 'result', schema: resultOf(schemas, result) } }),
      }
    }),
    schemas,
  })
})
