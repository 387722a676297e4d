// Makes an OpenRPC document of the Agent Client Protocol: `node acp.mjs schema.json > acp.openrpc.json`. The schema is
// in the npm package @agentclientprotocol/sdk, in the folder schema.
import { documentOf, main, moved, refTo } from './document.mjs'

/** The agent is the server: the client starts it. */
const roles = { agent: ['server'], client: ['client'], protocol: ['server', 'client'] }

main('a schema of the Agent Client Protocol', ({ $defs }) => {
  const named = (ending) =>
    Object.entries($defs)
      .filter(([name, schema]) => schema['x-method'] && ending.test(name))
      .map(([name, schema]) => [schema['x-method'], name])
  const responses = new Map(named(/Response$/))
  return documentOf({
    title: 'Agent Client Protocol',
    'x-cancel': { method: '$/cancel_request', id: 'requestId' },
    methods: named(/(?:Request|Notification)$/).map(([method, name]) => {
      const { 'x-side': side, description } = $defs[name]
      const response = responses.get(method)
      return {
        name: method,
        description,
        'x-implemented-by': roles[side],
        params: [],
        'x-params': refTo(name),
        ...(response && { result: { name: 'result', schema: refTo(response) } }),
      }
    }),
    schemas: moved($defs),
  })
})
