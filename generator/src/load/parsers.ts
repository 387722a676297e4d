import { createRequire } from 'node:module'

/**
 * The parsers are loaded on first use, since most runs read valid JSON or only compare hashes, and loading
 * both takes longer than that. `require` loads them synchronously.
 */
const require = createRequire(import.meta.url)

export function yamlParser(): typeof import('yaml') {
  return require('yaml')
}

/** The JSON parser with positions and error recovery. */
export function jsoncParser(): typeof import('jsonc-parser') {
  return require('jsonc-parser')
}

/** Restricts values to the types of JSON, whatever YAML version the file declares. */
export const yamlOptions = {
  prettyErrors: false,
  merge: true,
  schema: 'core',
  resolveKnownTags: false,
  // Duplicate keys are reported separately, in the same way for JSON and YAML.
  uniqueKeys: false,
} as const
