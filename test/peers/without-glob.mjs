// Loads the conformance suite of MCP in versions of Node without `globSync`, which only other commands of it use.
import { register } from 'node:module'

const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!/conformance\\/dist\\/index.js$/.test(url)) return loaded
  return { ...loaded, source: String(loaded.source).replace(/globSync as \\w,/, '') }
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
