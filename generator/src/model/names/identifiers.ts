/**
 * From any text to an identifier. Letters of every script are kept, since TypeScript allows them;
 * everything else separates words. Humps inside a word are kept: `getUTXOs` stays.
 */

/** `list_pets` -> `ListPets`, `BLOCK_TAG` -> `BlockTag`, `Foo/bar+2` -> `FooBar2`; empty without a letter or digit. */
export function pascal(text: string): string {
  return startSafely(wordsOf(text).map(upperFirst).join(''))
}

/** `list_pets` -> `listPets`, `GetUTXOs` -> `getUTXOs`, `URLFor` -> `urlFor`; empty without a letter or digit. */
export function camel(text: string): string {
  const [first, ...rest] = wordsOf(text)
  if (first === undefined) return ''
  return startSafely([lowerFirst(first), ...rest.map(upperFirst)].join(''))
}

/** `pChain` -> `p-chain`, `getUTXOs` -> `get-utxos`: ASCII, lower case; empty where nothing of that is left. */
export function kebab(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z]{2})/g, '$1-$2')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Whether a text is an identifier that needs no quoting as a member name. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)
}

/** The words of a text, in their own case; of a SCREAMING_SNAKE text in lower case. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFC')
    .split(/(?:[^\p{ID_Continue}]|\p{Pc})+/u)
    .filter((word) => word !== '')
  const screaming = words.length > 1 && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text)
  return screaming ? words.map((word) => word.toLowerCase()) : words
}

function upperFirst(word: string): string {
  const first = /^./u.exec(word)?.[0] ?? ''
  const upper = first.toUpperCase()
  // A letter whose capital is several letters ('ß') stays as it is.
  return upper.length === first.length ? upper + word.slice(first.length) : word
}

/** A leading run of capitals is lowered as a whole, but for the one that begins the next word. */
function lowerFirst(word: string): string {
  const run = /^\p{Lu}+/u.exec(word)?.[0] ?? ''
  if (run === word) return word.toLowerCase()
  const rest = word.slice(run.length)
  // `URLFor`: the F belongs to `For`. `UTXOs`, `IDs`: a plural `s` belongs to the capitals.
  const nextBegins = /^\p{Ll}/u.test(rest) && !/^s(?!\p{Ll})/u.test(rest)
  const lowered = nextBegins ? (/^\p{Lu}+(?=\p{Lu}$)/u.exec(run)?.[0] ?? run) : run
  return lowered.toLowerCase() + word.slice(lowered.length)
}

function startSafely(identifier: string): string {
  return identifier === '' || /^\p{ID_Start}/u.test(identifier) ? identifier : `_${identifier}`
}
