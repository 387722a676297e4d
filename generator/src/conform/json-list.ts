import { readFileSync } from 'node:fs'

export type JsonList<Item> =
  | { readonly kind: 'items'; readonly items: readonly Item[] }
  | { readonly kind: 'faulty'; readonly message: string }

/** How the items of a list are read. */
export interface ListItems<Item> {
  /** Reads an item; undefined if it is invalid. */
  readonly itemOf: (json: unknown) => Item | undefined
  /** What an item must be, for the message about an invalid one. */
  readonly expected: string
}

/** Reads a file that contains a JSON array. */
export function readJsonList<Item>(
  file: string,
  { itemOf, expected }: ListItems<Item>,
): JsonList<Item> {
  const faulty = (reason: string): JsonList<Item> => ({
    kind: 'faulty',
    message: `${file}: ${reason}`,
  })
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return faulty(error instanceof Error ? error.message : String(error))
  }
  if (!Array.isArray(json)) return faulty('the file must contain a JSON array')
  const items = json.map(itemOf)
  const wrong = items.indexOf(undefined)
  if (wrong >= 0) return faulty(`/${wrong} must be ${expected}`)
  return { kind: 'items', items: items.filter((item) => item !== undefined) }
}
