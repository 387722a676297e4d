import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const sources = join(root, 'packages/client/src')

interface Seen {
  readonly file: string
  readonly pointer: string
  readonly comment: string
}

/** Returns every doc comment of a group's module that names a location in a document. */
function seen(): readonly Seen[] {
  return readdirSync(sources)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(sources, name), 'utf8').matchAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\//g),
    ])
    .flatMap(([comment]) => {
      const [, file, pointer] = /@see (\S+\.openrpc\.json)#(\S+)/.exec(comment) ?? []
      return file === undefined || pointer === undefined ? [] : [{ file, pointer, comment }]
    })
}

function methodAt({ file, pointer }: Seen): unknown {
  const document: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => Reflect.get(Object(at), name), document)
}

test('every @see with a page refers to an existing page', () => {
  const pages = seen().flatMap(({ comment }) => /@see (docs\/\S+)/.exec(comment)?.[1] ?? [])
  expect(pages.filter((page) => !existsSync(join(root, 'packages', page)))).toEqual([])
  expect(pages.length === 0 || pages.length === seen().length).toBe(true)
})

test('every @see refers to the method in its document', () => {
  const places = seen()
  expect(places.length).toBeGreaterThan(250)
  for (const place of places) {
    const { summary } = Object(methodAt(place)) as { readonly summary?: string }
    expect(place.comment).toContain(summary ?? 'no such method')
  }
})
