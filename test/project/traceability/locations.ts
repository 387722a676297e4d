import { below, children, files, follow, readJson, text, type Found } from '../openrpc/files.ts'
import { methodsOf, root } from '../openrpc/walk.ts'

/**
 * Returns the value at a location, or undefined. A location is a file name without extension, `#`,
 * and either a JSON pointer (`p-chain#/x-group/path`) or steps from a method
 * (`p-chain#platform.getTx.params.txID`) or from a named element (`p-chain#Subnet.threshold`). A
 * step into a schema passes through references, unions, lists and maps, and can name a literal
 * value.
 */
export function resolve(location: string): Found | undefined {
  const [name = '', path = ''] = location.split('#')
  if (path.startsWith('/')) return below(whole(name), ...path.slice(1).split('/'))
  const { file } = whole(name)
  const [start, steps] = method(file, path) ?? named(file, path) ?? []
  return start && steps && walk(start, steps)
}

/** Extensions are not part of the documents, but cover some statements. */
function whole(name: string): Found {
  if (name.startsWith('extensions/')) {
    return { file: name, pointer: '', value: readJson(`${name}.json`) }
  }
  return root([`${name}.openrpc.json`, `${name}.json`].find((file) => files.has(file)) ?? '')
}

type Start = readonly [start: Found, rest: readonly string[]]

function method(file: string, path: string): Start | undefined {
  const found = methodsOf(file)
    .filter(({ value }) => `${path}.`.startsWith(`${text(value, 'name')}.`))
    .toSorted((a, b) => text(b.value, 'name').length - text(a.value, 'name').length)[0]
  if (found === undefined) return undefined
  const [member, name, ...steps] = path
    .slice(text(found.value, 'name').length + 1)
    .split('.')
    .filter((step) => step !== '')
  if (member === undefined) return [found, []]
  if (member === 'params' && name !== undefined) {
    const param = children(below(found, 'params'))
      .flatMap((descriptor) => follow(descriptor) ?? [])
      .find(({ value }) => text(value, 'name') === name)
    return param && [param, steps]
  }
  if (member === 'errors' && name !== undefined) {
    const listed = children(below(found, 'errors'))
    const error = listed.find(({ value }) => text(value, '$ref').endsWith(`/errors/${name}`))
    return error && [error, steps]
  }
  return [found, [member, ...(name === undefined ? [] : [name]), ...steps]]
}

function named(file: string, path: string): Start | undefined {
  const [name = '', ...steps] = path.split('.')
  const holder = file.startsWith('shared/') ? [] : ['components']
  const found = ['schemas', 'contentDescriptors', 'errors'].flatMap(
    (kind) => below(root(file), ...holder, kind, name) ?? [],
  )[0]
  return found && [found, steps]
}

function walk(start: Found, steps: readonly string[]): Found | undefined {
  // Several subschemas of an allOf can have the same member: all of them are followed.
  return steps.reduce<readonly Found[]>(
    (reached, step) =>
      reached.flatMap((found) => {
        const hits = inside(found, step, new Set())
        return hits.length > 0 ? hits : (below(found, step) ?? [])
      }),
    [start],
  )[0]
}

const passed = ['schema', 'items', 'additionalProperties']
const branching = ['oneOf', 'anyOf', 'allOf']

/** Returns properties with a name, or literals with a value, in a schema and its subschemas. */
function inside(found: Found, name: string, seen: Set<string>): readonly Found[] {
  const key = `${found.file}#${found.pointer}`
  if (seen.has(key)) return []
  seen.add(key)
  const property = below(found, 'properties', name)
  if (property !== undefined) return [property]
  if (text(found.value, 'const') === name) return [found]
  const to = follow(found)
  const parts = [
    ...(to === undefined || to === found ? [] : [to]),
    ...passed.flatMap((keyword) => below(found, keyword) ?? []),
    ...branching.flatMap((keyword) => children(below(found, keyword))),
  ]
  return parts.flatMap((part) => inside(part, name, seen))
}
