/** Matches device names, which Windows forbids as file names, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const longest = 80

/**
 * Chooses file names in a folder. The names are valid on all platforms and differ in more than
 * case.
 */
export interface FileNames {
  readonly choose: (wish: string) => string
}

export function createFileNames(reserved: readonly string[] = []): FileNames {
  const choose = openNames(reserved)
  return {
    choose(wish) {
      const plain = wish
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, longest)
      const base = plain === '' || deviceName.test(plain) ? `${plain || 'page'}-1` : plain
      return choose(base, (stem) => stem.toLowerCase())
    },
  }
}

/** Chooses unique IDs on a page. */
export interface Ids {
  readonly choose: (wish: string) => string
}

/** Chooses IDs that need no escapes in URL fragments. */
export function createIds(reserved: readonly string[] = []): Ids {
  const choose = openNames(reserved)
  return { choose: (wish) => choose(idOf(wish), (id) => id) }
}

/**
 * Chooses the IDs of the headings of a Markdown file as GitHub does, so that links to them work in both places. IDs may
 * contain letters of any script.
 */
export function createHeadingIds(reserved: readonly string[] = []): Ids {
  const choose = openNames(reserved, 0)
  const headingId = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-') || 'part'
  return { choose: (text) => choose(headingId(text), (id) => id) }
}

/**
 * Returns a function that appends a number to a name that is already taken: `last` + 1, and so on. The last number is
 * stored for each name, because a search from the start would be slow for a name that occurs thousands of times.
 */
function openNames(
  reserved: readonly string[],
  last = 1,
): (base: string, keyOf: (name: string) => string) => string {
  const taken = new Set(reserved)
  const counts = new Map<string, number>()
  return (base, keyOf) => {
    let name = base
    let count = counts.get(keyOf(base)) ?? last
    while (taken.has(keyOf(name))) name = `${base}-${++count}`
    counts.set(keyOf(base), count)
    taken.add(keyOf(name))
    return name
  }
}

export function idOf(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 200) || 'part'
  )
}
