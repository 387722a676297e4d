// Peers have a lock file of their own: `npm install` in this folder. A benchmark runs without those that are missing.

/** Packages of the peers that are not called like their package. */
const packages = { hono: ['hono', '@hono/node-server'] }

/** The names whose packages are there; names of our own candidates are not those of packages. Reports the others. */
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
