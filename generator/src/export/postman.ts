import { defined } from '../json/members.ts'
import { jsonText } from '../json/text.ts'
import type { JsonObject } from '../json/types.ts'
import type { ExportInput } from './calls.ts'
import { bodyOf, collectionOf, type SavedRequest } from './saved-requests.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const header = [{ key: 'Content-Type', value: 'application/json' }]

/**
 * Returns a Postman collection (format 2.1): a folder for each group, and a request for each method, with the examples
 * that have a result as saved responses.
 */
export function postman(input: ExportInput): JsonObject {
  const { variables, folders } = collectionOf(input)
  return {
    info: { name: input.title, version: input.version, schema },
    item: folders.map(({ group, requests }) => ({
      name: group.title,
      ...defined({ description: group.doc.description }),
      item: requests.map(itemOf),
    })),
    variable: [...variables].map(([key, value]) => ({ key, value })),
  }
}

function itemOf(saved: SavedRequest): JsonObject {
  const { method, examples } = saved.call
  return {
    name: method.name,
    request: { ...requestOf(saved, 0), description: saved.about },
    response: examples.flatMap(({ name, result }, index) =>
      result === undefined
        ? []
        : [
            {
              name,
              originalRequest: requestOf(saved, index),
              status: 'OK',
              code: 200,
              _postman_previewlanguage: 'json',
              header,
              body: jsonText({ jsonrpc: '2.0', id: 1, result: result.value }, undefined, 2),
            },
          ],
    ),
  }
}

function requestOf({ call, variable, path, search }: SavedRequest, example: number): JsonObject {
  const host = `{{${variable}}}`
  return {
    method: 'POST',
    header,
    body: { mode: 'raw', raw: bodyOf(call, example), options: { raw: { language: 'json' } } },
    url: {
      raw: host + path + search,
      host: [host],
      path: path.split('/').slice(1),
      ...(search !== '' && {
        query: [...new URLSearchParams(search)].map(([key, value]) => ({ key, value })),
      }),
    },
  }
}
