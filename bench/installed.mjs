// Finds the tools to compare with. They have their own lock file: run `npm install` in this folder.
// Benchmarks skip tools that are not installed.

/** Packages of tools whose name differs from the package name. */
const packages = { hono: ['hono', '@hono/node-server'] }

/** Returns the names of our own candidates and of installed tools. Prints the names of missing tools. */
export function installedOnly(names, peers) {
  return names.filter((name) => {
    const missing = peers.includes(name) && (packages[name] ?? [name]).find((one) => !isThere(one))
    if (missing)
      console.error(`peer ${name} is not installed (${missing}): run npm install in bench/`)
    return !missing
  })
}

function isThere(name) {
  try {
    import.meta.resolve(name)
    return true
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}
