import type { JsonObject } from '../json/types.ts'
import type { Api } from '../model/types.ts'
import { asyncApi } from './asyncapi.ts'
import { bruno } from './bruno.ts'
import { exportInput } from './calls.ts'
import { openApi } from './openapi.ts'
import { postman } from './postman.ts'

export const exportFormats = ['postman', 'bruno', 'openapi', 'asyncapi'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A document, the files of a folder by path, or nothing if the documents have nothing that the format can show. */
export type Exported =
  | { readonly kind: 'document'; readonly json: JsonObject }
  | { readonly kind: 'folder'; readonly files: ReadonlyMap<string, string> }
  | { readonly kind: 'nothing' }

/** Converts documents to another format. `title` replaces the titles of the documents. */
export function exportApi(
  api: Pick<Api, 'groups'>,
  format: ExportFormat,
  title?: string,
): Exported {
  const input = exportInput(api, title)
  switch (format) {
    case 'postman':
      return { kind: 'document', json: postman(input) }
    case 'bruno':
      return { kind: 'folder', files: bruno(input) }
    case 'openapi':
      return { kind: 'document', json: openApi(input) }
    case 'asyncapi': {
      const json = asyncApi(input)
      return json === undefined ? { kind: 'nothing' } : { kind: 'document', json }
    }
    default:
      return format satisfies never
  }
}
