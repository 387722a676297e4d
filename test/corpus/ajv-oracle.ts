import { formatTest, isOtherText, stringify } from '@rpcloom/schema/internal'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from 'rpcloom/model'

export type Verdict = (value: unknown) => boolean

/**
 * Returns ajv with the schemas of a document. Keywords that OpenRPC documents use beyond a draft
 * are rewritten first: `nullable`, and the bounds of draft 4. The formats are those of the runtime,
 * which have their own tests.
 */
export function ajvOracle(exact: JsonObject): (pointer: string) => Verdict | string {
  const document = inDoubles(exact) as JsonObject
  const isNewer =
    /"(prefixItems|dependentRequired|\$dynamic\w+|dependentSchemas|unevaluated\w+|minContains)":/.test(
      JSON.stringify(document),
    )
  const options = {
    strict: false,
    logger: false,
    validateSchema: false,
    addUsedSchema: false,
    code: { regExp: Object.assign(lenientPattern, { code: 'lenientPattern' }) },
  } as const
  const ajv = isNewer ? new Ajv2020(options) : new Ajv(options)
  ajv.removeKeyword('format')
  ajv.addKeyword({
    keyword: 'format',
    validate: (name: unknown, value: unknown, schema: JsonObject = {}) =>
      (typeof value === 'string' && isOtherText(schema)) ||
      (formatTest(String(name))?.(value) ?? true),
  })
  ajv.addKeyword({
    keyword: 'textBounds',
    validate: ([least, most]: readonly (number | null)[], text: unknown) =>
      typeof text !== 'string' ||
      !/^-?\d+$/.test(text) ||
      (BigInt(text) >= BigInt(least ?? text) && BigInt(text) <= BigInt(most ?? text)),
  })
  let isAdded = false
  const verdicts = new Map<string, Verdict | string>()
  return (pointer) => {
    const verdict = verdicts.get(pointer) ?? verdictAt(pointer)
    verdicts.set(pointer, verdict)
    return verdict
  }

  function verdictAt(pointer: string): Verdict | string {
    try {
      // ajv rejects a document with two dynamic anchors of the same name whose addresses were
      // removed.
      if (!isAdded) ajv.addSchema(toDraft(document) as JsonObject, 'document')
      isAdded = true
      const validate: ValidateFunction | undefined = ajv.compile({
        $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}`,
      })
      return (value) => validate(inDoubles(value))
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** ajv does not support bigints. Bounds and values are rounded toward zero alike. */
function inDoubles(value: unknown): unknown {
  return JSON.parse(stringify(value, (_, one) => (typeof one === 'bigint' ? towardZero(one) : one)))
}

function towardZero(integer: bigint): number {
  const size = integer < 0n ? -integer : integer
  const excess = BigInt(Math.max(0, size.toString(2).length - 53))
  const rounded = Number((size >> excess) << excess)
  return integer < 0n ? -rounded : rounded
}

/**
 * Compiles a pattern like the runtime. A pattern that is invalid in both modes matches everything.
 */
function lenientPattern(pattern: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Retry without Unicode mode.
    }
  }
  return /(?:)/
}

function toDraft(json: Json): Json {
  if (isList(json)) return json.map(toDraft)
  return typeof json === 'object' && json !== null ? toDraftObject(json) : json
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json)
}

/** Removes IDs of unreferenced schemas, because they would change the base of references. */
const names: readonly string[] = ['$id', 'id', '$schema']

function toDraftObject(json: JsonObject): JsonObject {
  const copy = Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => !names.includes(name) || typeof value !== 'string')
      // An empty list of alternatives is invalid, so it is ignored.
      .filter(([name, value]) => !['oneOf', 'anyOf'].includes(name) || !isEmpty(value))
      .map(([name, value]) => [name, isData(name) ? value : toDraft(value)] as const),
  )
  const { nullable, ...rest } = textBounds(strictBounds(copy))
  if (nullable === undefined) return rest
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : { ...rest, nullable }
}

function isEmpty(json: Json): boolean {
  return isList(json) && json.length === 0
}

function isData(name: string): boolean {
  return ['const', 'enum', 'required', 'examples', 'default'].includes(name)
}

/** Applies the bounds of an integer that may be sent as a string to both forms. */
function textBounds(schema: JsonObject): JsonObject {
  const { type, format, minimum, maximum } = schema
  const isTextual = Array.isArray(type) && type.includes('string') && type.includes('integer')
  if (!isTextual || typeof format !== 'string' || !/^u?int\d+$/.test(format)) return schema
  return { ...schema, textBounds: [minimum ?? null, maximum ?? null] }
}

function strictBounds(schema: JsonObject): JsonObject {
  let bounded = schema
  for (const [strict, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const { [strict]: flag, [bound]: limit, ...rest } = bounded
    if (typeof flag !== 'boolean') continue
    bounded =
      flag && limit !== undefined
        ? { ...rest, [strict]: limit }
        : { ...rest, ...(limit === undefined ? {} : { [bound]: limit }) }
  }
  return bounded
}
