const camel = '[a-z][a-zA-Z0-9]*'
const pascal = '[A-Z][a-zA-Z0-9]*'
const snake = '[a-z][a-z0-9]*(?:_[a-z0-9]+)*'
const kebab = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'

/** Styles of one word: what they are called, and what fits them. */
const words: readonly (readonly [string, RegExp])[] = [
  ['camelCase', new RegExp(`^${camel}$`)],
  ['snake_case', new RegExp(`^${snake}$`)],
  ['PascalCase', new RegExp(`^${pascal}$`)],
  ['kebab-case', new RegExp(`^${kebab}$`)],
]

/** Styles of a method: a word, or namespaces, each with one separator behind it, and a word. */
const paths: readonly (readonly [string, RegExp])[] = [
  ...words,
  ...['.', '_', '/'].flatMap((separator) =>
    [['camelCase', camel] as const, ['PascalCase', pascal] as const].map(
      ([title, word]) =>
        [
          `namespace${separator}${title}`,
          new RegExp(`^(?:[a-zA-Z][a-zA-Z0-9]*[${separator}])+${word}$`),
        ] as const,
    ),
  ),
]

/** The style that most names have, and the names that do not have it. */
export function oddOnes(
  names: readonly string[],
  of: 'words' | 'paths',
): { readonly style: string; readonly odd: ReadonlySet<string> } {
  const distinct = [...new Set(names)]
  const [best] = (of === 'words' ? words : paths)
    .map(([style, pattern]) => ({ style, odd: distinct.filter((name) => !pattern.test(name)) }))
    .sort((a, b) => a.odd.length - b.odd.length)
  return { style: best?.style ?? '', odd: new Set(best?.odd) }
}

/** Whether a name is in PascalCase. */
export function isPascal(name: string): boolean {
  return new RegExp(`^${pascal}$`).test(name)
}
