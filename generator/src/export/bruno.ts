import { jsonText } from '../json/text.ts'
import type { ExportInput } from './calls.ts'
import { createKeys } from './keys.ts'
import { collectionOf, type SavedRequest } from './saved-requests.ts'

/** Returns the files of a Bruno collection by path: a folder for each group, and a request for each method. */
export function bruno(input: ExportInput): ReadonlyMap<string, string> {
  const { variables, folders } = collectionOf(input)
  const folderNames = createKeys(['environments'])
  const collection = { version: '1', name: input.title, type: 'collection' }
  return new Map<string, string>([
    ['bruno.json', `${jsonText(collection, undefined, 2)}\n`],
    ['environments/default.bru', block('vars', pairs(Object.fromEntries(variables)))],
    ...folders.flatMap(({ group, requests }, at) => {
      const folder = folderNames.choose(group.slug === '' ? 'api' : group.slug)
      const names = createKeys(['folder'])
      return [
        [
          `${folder}/folder.bru`,
          block('meta', pairs({ name: group.title, seq: String(at + 1) })),
        ] as const,
        ...requests.map(
          (saved, index) =>
            [
              `${folder}/${names.choose(saved.call.method.slug)}.bru`,
              requestText(saved, index + 1),
            ] as const,
        ),
      ]
    }),
  ])
}

function requestText(
  { call, variable, path, search, body, about }: SavedRequest,
  seq: number,
): string {
  const url = `{{${variable}}}${path}${search}`
  return [
    block('meta', pairs({ name: call.method.name, type: 'http', seq: String(seq) })),
    block('post', pairs({ url, body: 'json', auth: 'none' })),
    block('headers', pairs({ 'content-type': 'application/json' })),
    block('body:json', body),
    ...(about === '' ? [] : [block('docs', about)]),
  ].join('\n')
}

/** Values end at the end of their line, and three quotation marks would start a longer value. */
function pairs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${value.replaceAll(/\s+|'''/g, ' ').trim()}`)
    .join('\n')
}

/** Returns a block. It ends at a line that starts with a brace, so its lines are indented. */
function block(name: string, text: string): string {
  const lines = text.split(/\r\n|[\n\r]/).map((line) => `  ${line}`)
  return `${name} {\n${lines.join('\n')}\n}\n`
}
