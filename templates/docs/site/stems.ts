/** Names that Windows keeps for devices; a file may not be called so on it, whatever its extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const longest = 80

/** Chooses file names inside one folder: safe everywhere, and different whatever the case. */
export interface Stems {
  readonly choose: (wish: string) => string
}

/** Opens a folder in which the names of `reserved` are taken. */
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

/** Chooses the ids of one page: unique, and of characters that need no escape in a fragment. */
export interface Ids {
  readonly choose: (wish: string) => string
}

/** Opens a page on which the ids of `reserved` are taken. */
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

/** An id as near to a text as an id can be. */
export function idOf(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 200) || 'part'
  )
}
