/** Position of an event: an integer, or two integers joined by a hyphen, such as `105-2`. All events are after `0`. */
export type EventPosition = string | number | bigint

/** An event as a stream has it. */
export interface Entry<Event> {
  readonly id: string
  /** ID of the event before it; empty if its sender did not know. */
  readonly before: string
  readonly event: Event
}

/** An event with its position in a form that `listen` accepts. */
export type Positioned<Event> = readonly [position: string, event: Event]

/** ID before the first entry of a stream. */
export const START = '0-0'

/** Returns the ID of a stream for a position. Returns undefined for a value that is no position. */
export function entryId(position: unknown): string | undefined {
  const [, first, second = first === '0' ? '0' : '1'] =
    /^(0|[1-9]\d{0,18})(?:-(0|[1-9]\d{0,18}))?$/.exec(String(position)) ?? []
  return first === undefined ? undefined : `${first}-${second}`
}

/** Whether an ID comes after another one. */
export function isAfter(id: string, other: string): boolean {
  const [first = 0n, second = 0n] = id.split('-').map(BigInt)
  const [otherFirst = 0n, otherSecond = 0n] = other.split('-').map(BigInt)
  return first > otherFirst || (first === otherFirst && second > otherSecond)
}

/** Whether an entry comes next after the entry `last`, by the ID before it. The first entry of a stream has none. */
export function follows(before: string, last: string): boolean {
  return before === last || (before === '' && last === START)
}

/** Reads the entries in a response of XRANGE. Leaves out malformed ones, so that the next one has another one before it. */
export function entriesOf<Event>(rows: unknown): readonly Entry<Event>[] {
  return Array.isArray(rows) ? rows.flatMap((row) => entryOf<Event>(row)) : []
}

/** Returns the ID of the last entry, which may be malformed. */
export function lastId(rows: unknown): string | undefined {
  const row: unknown = Array.isArray(rows) ? rows.at(-1) : undefined
  return Array.isArray(row) ? entryId(row[0]) : undefined
}

/** Returns the rows of the only stream in a response of XREAD, which is a map in RESP3. */
export function rowsOf(reply: unknown): unknown {
  if (reply instanceof Map) return reply.values().next().value
  if (Array.isArray(reply)) return Array.isArray(reply[0]) ? reply[0][1] : reply[1]
  return typeof reply === 'object' && reply !== null ? Object.values(reply)[0] : undefined
}

function entryOf<Event>(row: unknown): readonly Entry<Event>[] {
  const [id, fields] = Array.isArray(row) ? (row as readonly unknown[]) : []
  const known = entryId(id)
  if (known === undefined || !Array.isArray(fields)) return []
  const [, before, , text] = fields as readonly unknown[]
  try {
    // What was written as this type, by a program with the same feed.
    return [{ id: known, before: String(before), event: JSON.parse(String(text)) as Event }]
  } catch {
    return []
  }
}
