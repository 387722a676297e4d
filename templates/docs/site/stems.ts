/** Device names, which Windows does not allow as file names, whatever the extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const longest = 80

/** Chooses file names inside one folder: valid on all platforms, unique without regard to case. */
export interface Stems {
  readonly choose: (wish: string) => string
}

/** Opens a folder in which the `reserved` names are taken. */
export function openStems(reserved: readonly string[] = []): Stems {
  const taken = new Set(reserved)
  return {
    choose(wish) {
      const plain = wish
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, longest)
      const base = plain === '' || deviceName.test(plain) ? `${plain || 'page'}-1` : plain
      let stem = base
      for (let count = 2; taken.has(stem.toLowerCase()); count++) stem = `${base}-${count}`
      taken.add(stem.toLowerCase())
      return stem
    },
  }
}

/** Chooses IDs on one page: unique, in characters that need no escape in a fragment. */
export interface Ids {
  readonly choose: (wish: string) => string
}

/** Opens a page on which the `reserved` IDs are taken. */
export function openIds(reserved: readonly string[] = []): Ids {
  const taken = new Set(reserved)
  return {
    choose(wish) {
      const base = idOf(wish)
      let id = base
      for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
      taken.add(id)
      return id
    },
  }
}

/** Converts a text to an ID. */
export function idOf(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 200) || 'part'
  )
}
