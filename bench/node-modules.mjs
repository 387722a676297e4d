/** Imports a built module of the node, by its path below `src`. */
export function nodeModule(path) {
  return import(new URL(`../packages/node/dist/${path}`, import.meta.url).href)
}

/** Imports several modules of the node. */
export function nodeModules(...paths) {
  return Promise.all(paths.map(nodeModule))
}
