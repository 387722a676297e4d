// What the importers share: a document from methods and schemas, and a command line.
import { readFileSync } from 'node:fs'

const PREFIX = '#/components/schemas/'

/** Returns an OpenRPC document with the schemas that its methods lead to. */
export function documentOf({ title, version = '1', methods, schemas, ...extensions }) {
  const used = new Set()
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return
    const name = typeof value.$ref === 'string' ? nameIn(value.$ref) : undefined
    if (name !== undefined && !used.has(name)) {
      used.add(name)
      visit(schemas[name])
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(methods)
  const names = Object.keys(schemas).filter((name) => used.has(name))
  return {
    openrpc: '1.3.2',
    info: { title, version },
    ...extensions,
    methods,
    components: { schemas: Object.fromEntries(names.map((name) => [name, schemas[name]])) },
  }
}

/** Returns a reference to a schema of the document. */
export function refTo(name) {
  return { $ref: PREFIX + name }
}

function nameIn(ref) {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : undefined
}

/** Returns a copy in which references to definitions, of any file, point to schemas of the document. */
export function moved(value) {
  if (Array.isArray(value)) return value.map(moved)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) =>
    key === '$ref' && typeof inner === 'string'
      ? [key, inner.replace(/^[^#]*#\/(?:\$defs|definitions)\//, PREFIX)]
      : [key, moved(inner)],
  )
  return Object.fromEntries(entries)
}

/**
 * Prints the document that `convert` makes of the JSON files named on the command line. `input` says what the files
 * are.
 */
export function main(input, convert) {
  try {
    const names = process.argv.slice(2)
    if (names.length === 0) throw new Error(`Name a file: ${input}.`)
    const document = converted(input, () => convert(...names.map(read)))
    console.log(JSON.stringify(document, null, 2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}

function read(name) {
  return JSON.parse(readFileSync(name, 'utf8'))
}

function converted(input, convert) {
  try {
    const document = convert()
    if (document.methods.some(({ name }) => typeof name !== 'string') || !document.methods.length)
      throw new Error('it has no methods')
    return document
  } catch (error) {
    throw new Error(`Not ${input}: ${error.message}.`, { cause: error })
  }
}
