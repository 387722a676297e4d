/** Unique keys of the characters that OpenAPI and AsyncAPI allow in keys. */
export interface Keys {
  readonly choose: (text: string) => string
}

export function createKeys(taken: readonly string[] = []): Keys {
  const used = new Set(taken)
  return {
    choose(text) {
      const stem = text.replaceAll(/[^A-Za-z0-9._-]+/g, '_') || '_'
      let key = stem
      for (let count = 2; used.has(key); count++) key = `${stem}${count}`
      used.add(key)
      return key
    },
  }
}
