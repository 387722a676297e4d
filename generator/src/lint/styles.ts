const camel = '[a-z][a-zA-Z0-9]*'
const pascal = '[A-Z][a-zA-Z0-9]*'
const snake = '[a-z][a-z0-9]*(?:_[a-z0-9]+)*'
const kebab = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'

const words: readonly (readonly [string, RegExp])[] = [
  ['camelCase', new RegExp(`^${camel}$`)],
  ['snake_case', new RegExp(`^${snake}$`)],
  ['PascalCase', new RegExp(`^${pascal}$`)],
  ['kebab-case', new RegExp(`^${kebab}$`)],
]

/** Naming styles of methods: a single word, or a word with namespaces and separators before it. */
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

/** Returns the most common naming style and the names that do not follow it. */
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

export function isPascal(name: string): boolean {
  return new RegExp(`^${pascal}$`).test(name)
}
