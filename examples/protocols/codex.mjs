// Makes an OpenRPC document of the Codex app-server from the files that `codex app-server generate-json-schema --out DIR`
// writes: `cd DIR && node codex.mjs codex_app_server_protocol.v2.schemas.json ServerRequest.json ClientNotification.json
// *Response.json v1/InitializeResponse.json > codex.openrpc.json`. Its messages have no member `jsonrpc`, so peers need the option `dialect: 'unversioned'`.
import { documentOf, main, moved, refTo } from './document.mjs'

/** Which side implements the methods of a union, and whether they have results. */
const unions = {
  ClientRequest: { side: 'server', hasResult: true },
  ClientNotification: { side: 'server', hasResult: false },
  ServerRequest: { side: 'client', hasResult: true },
  ServerNotification: { side: 'client', hasResult: false },
}

main('a schema of the Codex app-server', (...files) => {
  const own = files.map(({ title, definitions: _definitions, ...schema }) => [title, schema])
  const definitions = Object.assign(
    {},
    ...files.map((file) => file.definitions),
    Object.fromEntries(own),
  )
  const schemas = moved(definitions)
  const methods = Object.entries(unions).flatMap(([union, { side, hasResult }]) =>
    (schemas[union]?.oneOf ?? []).map(({ description, properties }) => {
      const { method, params } = properties
      const name = params?.$ref
        ?.split('/')
        .at(-1)
        .replace(/Params$/, 'Response')
      return {
        name: method.enum[0],
        description,
        'x-implemented-by': [side],
        params: [],
        ...(params && { 'x-params': params }),
        ...(hasResult && { result: { name: 'result', schema: schemas[name] ? refTo(name) : {} } }),
      }
    }),
  )
  return documentOf({ title: 'Codex app-server', methods, schemas })
})
