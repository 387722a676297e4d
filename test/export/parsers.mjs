// Public parsers of the formats, without types: the folder may not be installed when the tests are compiled.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Reports what Redocly finds in an OpenAPI or AsyncAPI document. */
export async function redoclyProblems(document) {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core')
  const config = await createConfig({
    extends: ['spec'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'operation-operationId-unique': 'error',
      'operation-tag-defined': 'error',
      'no-path-trailing-slash': 'off',
      'path-not-include-query': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ ruleId, message, location: [place] }) =>
    [ruleId, message, place?.pointer].join(' '),
  )
}

/** Parses an AsyncAPI document. Returns its operations, and the errors and warnings. */
export async function parseAsyncApi(document) {
  const { Parser } = await import('@asyncapi/parser')
  const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document))
  const problems = diagnostics
    .filter(({ severity }) => [0, 1].includes(severity))
    .map(({ code, message, path }) => [code, message, path.join('/')].join(' '))
  const operations = (parsed?.operations().all() ?? []).map((operation) => ({
    id: operation.id(),
    action: operation.action(),
    messages: operation
      .messages()
      .all()
      .map((message) => message.id()),
  }))
  return { problems, operations }
}

/** Parses a Postman collection. Returns its requests, as Postman sends them with its variables. */
export function parsePostman(json) {
  const { Collection } = require('postman-collection')
  const collection = new Collection(json)
  const requests = []
  collection.forEachItem((item) => {
    const { request } = item
    requests.push({
      name: item.name,
      folder: item.parent().name,
      method: request.method,
      url: collection.variables.replace(request.url.toString()),
      body: request.body.raw,
      responses: item.responses.map((response) => response.text()),
    })
  })
  return requests
}

/** Parses a file of a Bruno collection. */
export function parseBru(path, text) {
  const { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } = require('@usebruno/lang')
  if (path.startsWith('environments/')) return bruToEnvJsonV2(text)
  return path.endsWith('folder.bru') ? collectionBruToJson(text) : bruToJsonV2(text)
}
