/** Imports a module of the node. `path` is relative to its `src` folder. */
export function nodeModule(path) {
  return import(new URL(`../packages/node/dist/${path}`, import.meta.url).href)
}

export function nodeModules(...paths) {
  return Promise.all(paths.map(nodeModule))
}
