// Finds the tools to compare with. They have their own lock file: run `npm install` in this folder.
// Benchmarks skip tools that are not installed.

/** Tools that are installed by packages with other names. */
const packages = { hono: ['hono', '@hono/node-server'] }

/** Returns the names that are our own or installed. Prints the other names. */
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
