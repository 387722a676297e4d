import { below, children, follow, isObject, items, member, target, text } from './files.ts'
import { documents, files, type Found, type Json } from './files.ts'

export function methodsOf(file: string): readonly Found[] {
  return children(below(root(file), 'methods'))
}

export function root(file: string): Found {
  return { file, pointer: '', value: files.get(file) ?? {} }
}

/** Returns params and result of a method, with resolved references. */
export function descriptorsOf(method: Found): readonly Found[] {
  const result = below(method, 'result')
  return [...children(below(method, 'params')), ...(result === undefined ? [] : [result])].flatMap(
    (found) => follow(found) ?? [],
  )
}

/** Returns the errors that a method lists, with resolved references. */
export function errorsOf(method: Found): readonly Found[] {
  return children(below(method, 'errors')).flatMap((found) => follow(found) ?? [])
}

const single = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else']
const several = ['allOf', 'anyOf', 'oneOf', 'items', 'properties', 'patternProperties', '$defs']

/** Returns every schema that is reachable from one, including itself, once. */
export function schemasFrom(start: Found, seen = new Map<string, Found>()): readonly Found[] {
  const key = `${start.file}#${start.pointer}`
  if (!seen.has(key) && isObject(start.value)) {
    seen.set(key, start)
    const followed = follow(start)
    const inside = [
      ...single.flatMap((keyword) => below(start, keyword) ?? []),
      ...several.flatMap((keyword) => children(below(start, keyword))),
    ]
    for (const next of [...inside, ...(followed === undefined ? [] : [followed])]) {
      schemasFrom(next, seen)
    }
  }
  return [...seen.values()]
}

/** Returns every schema of the methods and topics of a document. */
export function schemasOf(file: string): readonly Found[] {
  const seen = new Map<string, Found>()
  for (const method of methodsOf(file)) {
    const kinds = children(below(method, 'x-subscription', 'kinds'))
    const starts = [
      ...descriptorsOf(method).flatMap((descriptor) => below(descriptor, 'schema') ?? []),
      ...kinds.flatMap((kind) => below(kind, 'payload') ?? []),
      ...kinds
        .flatMap((kind) => children(below(kind, 'params')))
        .flatMap((param) => below(follow(param) ?? param, 'schema') ?? []),
    ]
    for (const start of starts) schemasFrom(start, seen)
  }
  return [...seen.values()]
}

/** Returns the locations of the properties that a schema declares. */
export function fieldsOf(schema: Found): readonly Found[] {
  return children(below(schema, 'properties'))
}

/** Returns every reference in every file: its location and its target. */
export function references(): readonly { readonly from: string; readonly to: string }[] {
  const found: { readonly from: string; readonly to: string }[] = []
  const visit = (file: string, pointer: string, value: Json): void => {
    const ref = member(value, '$ref')
    if (typeof ref === 'string') found.push({ from: `${file}#${pointer}`, to: target(file, ref) })
    for (const child of children({ file, pointer, value })) visit(file, child.pointer, child.value)
  }
  for (const [file, json] of files) visit(file, '', json)
  return found
}

/** Returns the method names of all documents, as sent. */
export function methodNames(of: typeof documents = documents): ReadonlySet<string> {
  return new Set(
    of.flatMap(([, document]) => items(document['methods']).map((method) => text(method, 'name'))),
  )
}
