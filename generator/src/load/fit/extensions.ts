import type { Json } from '../../model/types.ts'
import { isArray, isObject, textOf } from '../pointer.ts'
import {
  distinctList,
  type Fits,
  flag,
  among,
  anything,
  integer,
  number,
  object,
  text,
} from './fits.ts'

/** Members that a document's `x-extensions` add to objects of the meta-schema, by the name of the object. */
export type Extensions = Readonly<Record<string, Readonly<Record<string, Fits>>>>

/** Names of the meta-schema's objects that extensions are known to be declared for. */
const extensible = [
  'contactObject',
  'contentDescriptorObject',
  'errorObject',
  'infoObject',
  'licenseObject',
  'linkObject',
  'methodObject',
  'serverObject',
  'tagObject',
]

const extension = object({
  members: {
    openrpcExtension: among('0.0.0-development'),
    name: (value) => typeof value === 'string' && /^x-./.test(value) && value !== 'x-extensions',
    version: text,
    required: flag,
    restricted: distinctList(among(...extensible)),
    description: text,
    summary: text,
    schema: (value) => typeFit(value) !== undefined,
  },
  required: ['openrpcExtension', 'name', 'version', 'restricted', 'schema'],
  others: 'none',
})

/** What `x-extensions` add; undefined where only the validator can tell. */
export function extensionsOf(declared: readonly Json[]): Extensions | undefined {
  const found: Record<string, Record<string, Fits>> = {}
  const names = new Set<string>()
  for (const one of declared) {
    if (!isObject(one) || !extension(one)) return undefined
    const name = textOf(one['name'])
    const fits = typeFit(one['schema'])
    // The validator refuses two of one name.
    if (names.has(name) || fits === undefined) return undefined
    names.add(name)
    for (const kind of textsOf(one['restricted'])) found[kind] = { ...found[kind], [name]: fits }
  }
  return found
}

function textsOf(json: Json | undefined): readonly string[] {
  return isArray(json) ? json.map(textOf) : []
}

/** Schemas of extensions say no more than a type here. */
function typeFit(schema: Json | undefined): Fits | undefined {
  if (!isObject(schema)) return undefined
  const { type, ...prose } = schema
  if (!Object.entries(prose).every(([name, said]) => isProse(name) && text(said))) return undefined
  if (type === undefined) return anything
  return typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined
}

function isProse(name: string): boolean {
  return name === 'title' || name === 'description'
}

const types: Readonly<Record<string, Fits>> = {
  array: isArray,
  boolean: flag,
  integer,
  number,
  object: isObject,
  string: text,
}
