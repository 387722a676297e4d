// Files of npm packages.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Returns the JSON file of a package, for example a compiled contract. */
export function jsonOf(path) {
  return require(path)
}

/** Returns the path of a file of a package. */
export function pathOf(path) {
  return require.resolve(path)
}
