import { createRequire } from 'node:module'

/**
 * The parsers, loaded on first use and synchronously: most runs read JSON without a fault, or only compare
 * hashes, and loading both takes longer than that.
 */
const require = createRequire(import.meta.url)

/** The YAML parser. */
export function yamlParser(): typeof import('yaml') {
  return require('yaml')
}

/** The JSON parser that knows positions and goes on after a fault. */
export function jsoncParser(): typeof import('jsonc-parser') {
  return require('jsonc-parser')
}

/** What values mean: the types of JSON and no others, whatever version of YAML the file names. */
export const yamlOptions = {
  prettyErrors: false,
  merge: true,
  schema: 'core',
  resolveKnownTags: false,
  // Said of every file in the same way, JSON or YAML.
  uniqueKeys: false,
} as const
