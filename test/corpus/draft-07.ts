import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Json, JsonObject } from 'rpcloom/model'

/**
 * Reads schemas according to draft-07 and writes them like bundles of the generator, in which every
 * reference is a pointer into one document. In draft-07, a `$ref` hides its sibling keywords.
 * OpenRPC documents and our validators use both, so the hidden keywords are removed here.
 */
export class SchemaBook {
  readonly #byAddress = new Map<string, string>()
  readonly #schemas = new Map<string, Json>()

  /** `remotes`: folder of the files to which schemas may refer, by their addresses in the suite. */
  constructor(remotes: string) {
    this.add('http://json-schema.org/draft-07/schema', metaSchema)
    for (const path of readdirSync(remotes, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.json')) continue
      this.add(
        `http://localhost:1234/${path}`,
        JSON.parse(readFileSync(join(remotes, path), 'utf8')),
      )
    }
  }

  /** Adds a schema and returns its pointer. */
  add(address: string, schema: Json): string {
    const key = `s${this.#schemas.size}`
    const pointer = `/components/schemas/${key}`
    this.#schemas.set(key, schema)
    this.#byAddress.set(address, pointer)
    this.#index(schema, pointer, address)
    return pointer
  }

  /** Returns the document with all schemas and rewritten references. */
  bundle(): JsonObject {
    const addresses = new Map([...this.#byAddress].map(([address, pointer]) => [pointer, address]))
    const schemas = [...this.#schemas].map(([key, schema]) => {
      const pointer = `/components/schemas/${key}`
      return [key, this.#rewritten(schema, addresses.get(pointer) ?? '')] as const
    })
    return { components: { schemas: Object.fromEntries(schemas) } }
  }

  #index(json: Json, pointer: string, base: string): void {
    if (typeof json !== 'object' || json === null) return
    let inner = base
    const id = Array.isArray(json) ? undefined : idOf(json as JsonObject)
    if (id !== undefined) {
      inner = resolved(id, base)
      this.#byAddress.set(inner, pointer)
      this.#byAddress.set(inner.replace(/#$/, ''), pointer)
    }
    for (const [name, value] of Object.entries(json)) {
      // The suite uses these names for members that are not keywords, so their values are not
      // schemas.
      if (isData(name, value) || unknownKeywords.has(name)) continue
      this.#index(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, inner)
    }
  }

  #rewritten(json: Json, base: string): Json {
    if (isList(json)) return json.map((item) => this.#rewritten(item, base))
    if (typeof json !== 'object' || json === null) return json
    const { $ref } = json
    if (typeof $ref === 'string')
      return { ...this.#kept(json, base), $ref: `#${this.#pointerOf($ref, base)}` }
    const id = idOf(json)
    const inner = id === undefined ? base : resolved(id, base)
    return Object.fromEntries(
      Object.entries(json)
        .filter(([name, value]) => name !== '$id' || typeof value !== 'string')
        .map(([name, value]) => [
          name,
          isData(name, value) ? value : this.#rewritten(value, inner),
        ]),
    )
  }

  /**
   * Returns the members that a reference does not hide, because other references may point to them.
   */
  #kept({ definitions, $defs }: JsonObject, base: string): JsonObject {
    return {
      ...(definitions === undefined ? {} : { definitions: this.#rewritten(definitions, base) }),
      ...($defs === undefined ? {} : { $defs: this.#rewritten($defs, base) }),
    }
  }

  #pointerOf(ref: string, base: string): string {
    const address = resolved(ref, base)
    const whole = this.#byAddress.get(address)
    if (whole !== undefined) return whole
    const [file = '', fragment = ''] = address.split('#')
    const pointer = this.#byAddress.get(file)
    // Files for other drafts refer to meta-schemas that the tests of this draft do not need.
    if (pointer === undefined) return '/nowhere'
    return `${pointer}${fragment}`
  }
}

const metaSchema: Json = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-07.json')

const unknownKeywords = new Set(['unknown_keyword', 'array_of_schemas', 'object_of_schemas'])

/** Returns the ID of a schema. An ID next to a reference or in data is ignored. */
function idOf(json: JsonObject): string | undefined {
  return typeof json['$id'] === 'string' && typeof json['$ref'] !== 'string'
    ? json['$id']
    : undefined
}

function isData(name: string, value: Json): boolean {
  return name === 'enum' || (name === 'const' && typeof value === 'object')
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json)
}

function resolved(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
