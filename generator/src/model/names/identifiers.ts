/**
 * Converts any text to an identifier. TypeScript allows letters of every script, so they are kept.
 * All other characters separate words. Capitals inside a word are kept: `getUTXOs` does not change.
 */

/**
 * Converts to Pascal case: `list_pets` -> `ListPets`, `BLOCK_TAG` -> `BlockTag`, `Foo/bar+2` -> `FooBar2`.
 * Returns an empty string if the text has no letter or digit.
 */
export function pascal(text: string): string {
  return startSafely(wordsOf(text).map(upperFirst).join(''))
}

/**
 * Converts to camel case: `list_pets` -> `listPets`, `GetUTXOs` -> `getUTXOs`, `URLFor` -> `urlFor`. Returns
 * an empty string if the text has no letter or digit.
 */
export function camel(text: string): string {
  const [first, ...rest] = wordsOf(text)
  if (first === undefined) return ''
  return startSafely([lowerFirst(first), ...rest.map(upperFirst)].join(''))
}

/**
 * Converts to kebab case in lower-case ASCII: `pChain` -> `p-chain`, `getUTXOs` -> `get-utxos`. Returns an
 * empty string if no ASCII remains.
 */
export function kebab(text: string): string {
  const isPlain = isAscii(text)
  const humps = (isPlain ? text : text.normalize('NFKD'))
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z]{2})/g, '$1-$2')
    .toLowerCase()
  return (isPlain ? humps : humps.replace(/\p{Mark}/gu, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/**
 * Maximum length of a file name without extension. File systems allow 255 bytes, and Windows allows
 * 260 characters for a complete path.
 */
const longestStem = 80

/** Converts text to a file name without extension, which may be empty. */
export function fileStem(text: string): string {
  return kebab(text).slice(0, longestStem).replace(/-+$/, '')
}

const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Converts text to a file name without extension. A suffix is added to names that Windows reserves
 * for devices.
 */
export function safeStem(text: string, suffix: string): string {
  const stem = fileStem(text)
  return deviceName.test(stem) ? stem + suffix : stem
}

/** Whether a text is an identifier that needs no quotes as a member name. */
export function isIdentifier(text: string): boolean {
  return lettersOf(text).identifier.test(text)
}

/**
 * Splits a text into words. Words in SCREAMING_SNAKE_CASE become lower case, other words do not
 * change.
 */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFC')
    .split(lettersOf(text).between)
    .filter((word) => word !== '')
  const screaming = words.length > 1 && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text)
  return screaming ? words.map((word) => word.toLowerCase()) : words
}

function upperFirst(word: string): string {
  const first = /^./u.exec(word)?.[0] ?? ''
  const upper = first.toUpperCase()
  // Some letters, such as 'ß', have several letters as their capital form. They are kept.
  return upper.length === first.length ? upper + word.slice(first.length) : word
}

/**
 * Converts leading capitals to lower case: `URLFor` -> `urlFor`. The capital of the next word is
 * kept.
 */
function lowerFirst(word: string): string {
  const { capitals, capitalsBeforeOne, small, plural } = lettersOf(word)
  const run = capitals.exec(word)?.[0] ?? ''
  if (run === word) return word.toLowerCase()
  const rest = word.slice(run.length)
  // In `URLFor`, the F belongs to the next word. In `UTXOs` and `IDs`, the plural `s` belongs to
  // the capitals.
  const nextBegins = small.test(rest) && !plural.test(rest)
  const lowered = nextBegins ? (capitalsBeforeOne.exec(run)?.[0] ?? run) : run
  return lowered.toLowerCase() + word.slice(lowered.length)
}

function startSafely(identifier: string): string {
  const isSafe = identifier === '' || lettersOf(identifier).start.test(identifier)
  return isSafe ? identifier : `_${identifier}`
}

interface Letters {
  readonly identifier: RegExp
  readonly start: RegExp
  /** Matches separators of words. */
  readonly between: RegExp
  readonly capitals: RegExp
  readonly capitalsBeforeOne: RegExp
  readonly small: RegExp
  readonly plural: RegExp
}

const allLetters: Letters = {
  // Unicode classifies Hangul fillers as letters, but they are invisible, so they are not allowed.
  identifier: /^(?!.*\p{Default_Ignorable_Code_Point})[\p{ID_Start}$_][\p{ID_Continue}$]*$/u,
  start: /^\p{ID_Start}/u,
  between: /(?:[^\p{ID_Continue}]|\p{Pc}|\p{Default_Ignorable_Code_Point})+/u,
  capitals: /^\p{Lu}+/u,
  capitalsBeforeOne: /^\p{Lu}+(?=\p{Lu}$)/u,
  small: /^\p{Ll}/u,
  plural: /^s(?!\p{Ll})/u,
}

/**
 * Patterns for ASCII, which are sufficient for most names. Patterns with Unicode classes are long,
 * and engines may compile them repeatedly.
 */
const asciiLetters: Letters = {
  identifier: /^[A-Za-z$_][\w$]*$/,
  start: /^[A-Za-z]/,
  between: /[^A-Za-z0-9]+/,
  capitals: /^[A-Z]+/,
  capitalsBeforeOne: /^[A-Z]+(?=[A-Z]$)/,
  small: /^[a-z]/,
  plural: /^s(?![a-z])/,
}

function lettersOf(text: string): Letters {
  return isAscii(text) ? asciiLetters : allLetters
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text)
}
