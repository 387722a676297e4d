import { createRequire } from 'node:module'

/**
 * `require` loads a parser synchronously on first use. Most runs only compare hashes, and loading the parser of YAML
 * would take longer than such a run.
 */
const require = createRequire(import.meta.url)

export function yamlParser(): typeof import('yaml') {
  return require('yaml')
}

/** Loads the JSON parser that records positions and recovers from errors. */
export function jsoncParser(): typeof import('jsonc-parser') {
  return require('jsonc-parser')
}

/** Restricts YAML values to JSON types, regardless of the YAML version that a file declares. */
export const yamlOptions = {
  prettyErrors: false,
  merge: true,
  schema: 'core',
  resolveKnownTags: false,
  // Duplicate keys are reported elsewhere, in the same way for JSON and YAML.
  uniqueKeys: false,
} as const
