import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const sources = join(root, 'packages/client/src')

interface Seen {
  readonly file: string
  readonly name: string
  readonly comment: string
}

interface Described {
  readonly name: string
  readonly summary?: string
}

interface Document {
  readonly methods: readonly (Described & {
    readonly 'x-subscription'?: { readonly kinds: readonly Described[] }
  })[]
}

/** Returns every doc comment of a group's module that names a location in a document. */
function seen(): readonly Seen[] {
  return readdirSync(sources)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(sources, name), 'utf8').matchAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\//g),
    ])
    .flatMap(([comment]) => {
      const [, file, name] = /@see (\S+\.openrpc\.json)#(.+)/.exec(comment) ?? []
      return file === undefined || name === undefined ? [] : [{ file, name, comment }]
    })
}

/** Returns the summary of a method, or of a topic of its subscription: `eth_subscribe, topic "newHeads"`. */
function summaryOf({ file, name: text }: Seen): string | undefined {
  const { methods } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Document
  const [, name, topic] = /^(\S+?)(?:, topic "(.+)")?$/.exec(text) ?? []
  const method = methods.find((one) => one.name === name)
  if (topic === undefined) return method?.summary
  return method?.['x-subscription']?.kinds.find((one) => one.name === topic)?.summary
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
    expect(place.comment).toContain(summaryOf(place) ?? `no such method: ${place.name}`)
  }
})
