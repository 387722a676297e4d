import type { JsonObject } from '../../json/types.ts'
import { jsonLiteral, quoteString } from '../quote.ts'
import {
  callback,
  type Compiler,
  conjunction,
  constantOf,
  functionFor,
  callText,
  isolated,
  numbered,
  partTest,
  runtime,
} from './compiler.ts'
import { patternConstant } from './scalar.ts'
import { asSchema, entriesOf, numberOf, own, textsOf } from './schema-json.ts'

/**
 * Returns the test of the keywords for objects. It is only evaluated if `value` is an object. Inherited
 * members are ignored.
 */
export function recordTest(compiler: Compiler, schema: JsonObject): string {
  const required = textsOf(own(schema, 'required'))
  const declared = new Set(entriesOf(own(schema, 'properties')).map(([name]) => name))
  return conjunction([
    ...sizeTests(schema),
    ...[...new Set(required)].filter((name) => !declared.has(name)).map(presence),
    ...memberTests(compiler, schema, new Set(required)),
    ...nameTests(compiler, schema),
    ...patternTests(compiler, schema),
    ...additionalTests(compiler, schema, declared),
    ...dependencyTests(compiler, schema),
  ])
}

function presence(name: string): string {
  return `Object.hasOwn(value, ${quoteString(name)})`
}

function sizeTests(schema: JsonObject): readonly string[] {
  const least = numberOf(own(schema, 'minProperties'))
  const most = numberOf(own(schema, 'maxProperties'))
  return [
    ...(least === undefined ? [] : [`Object.keys(value).length >= ${least}`]),
    ...(most === undefined ? [] : [`Object.keys(value).length <= ${most}`]),
  ]
}

function memberTests(
  compiler: Compiler,
  schema: JsonObject,
  required: ReadonlySet<string>,
): readonly string[] {
  return entriesOf(own(schema, 'properties')).flatMap(([name, member]) => {
    const test = partTest(compiler, asSchema(member))
    const isRequired = required.has(name)
    if (test === 'true') return isRequired ? [presence(name)] : []
    if (test === 'false') return [isRequired ? 'false' : `!${presence(name)}`]
    const helper = runtime(compiler, isRequired ? 'required' : 'optional')
    return [`${helper}(value, ${quoteString(name)}, ${callback(compiler, test)})`]
  })
}

function nameTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const test = partTest(compiler, asSchema(own(schema, 'propertyNames')))
  if (test === 'true') return []
  if (test === 'false') return [isEmpty]
  return [`Object.keys(value).every(${callback(compiler, test)})`]
}

const isEmpty = 'Object.keys(value).length === 0'

function patternTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  return entriesOf(own(schema, 'patternProperties')).flatMap(([pattern, member]) => {
    const test = partTest(compiler, asSchema(member))
    if (test === 'true') return []
    const isOther = `!${patternConstant(compiler, pattern)}(key)`
    return [everyMember(compiler, [isOther], test)]
  })
}

/** Returns the tests of members that are neither declared nor matched by a pattern. */
function additionalTests(
  compiler: Compiler,
  schema: JsonObject,
  declared: ReadonlySet<string>,
): readonly string[] {
  const test = partTest(compiler, asSchema(own(schema, 'additionalProperties')))
  if (test === 'true') return []
  const patterns = entriesOf(own(schema, 'patternProperties')).map(
    ([pattern]) => `${patternConstant(compiler, pattern)}(key)`,
  )
  const known = declared.size === 0 ? [] : [`${knownNames(compiler, declared)}.has(key)`]
  return [everyMember(compiler, [...known, ...patterns], test)]
}

/**
 * Returns the test that every member passes `test`. `excepted` contains expressions over `key`, the member's
 * name. A member is excepted if one of these expressions is true.
 */
function everyMember(compiler: Compiler, excepted: readonly string[], test: string): string {
  if (excepted.length === 0) {
    return test === 'false' ? isEmpty : `Object.values(value).every(${callback(compiler, test)})`
  }
  const names = excepted.join(' || ')
  if (test === 'false') return `Object.keys(value).every((key) => ${names})`
  const ofMember = callText(functionFor(compiler, test), 'member')
  return `Object.entries(value).every(([key, member]) => ${names} || ${ofMember})`
}

function knownNames(compiler: Compiler, names: ReadonlySet<string>): string {
  return constantOf(compiler, {
    name: () => numbered(compiler, 'names'),
    type: 'ReadonlySet<string>',
    value: `new Set(${jsonLiteral([...names])})`,
  })
}

/** Returns the tests of `dependencies`, `dependentRequired` and `dependentSchemas`. */
function dependencyTests(compiler: Compiler, schema: JsonObject): readonly string[] {
  const entries = ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    entriesOf(own(schema, keyword)),
  )
  return entries.flatMap(([name, demand]) => {
    const test = Array.isArray(demand)
      ? conjunction(textsOf(demand).map(presence))
      : isolated(compiler, compiler.test(asSchema(demand)))
    if (test === 'true') return []
    return [test === 'false' ? `!${presence(name)}` : `(!${presence(name)} || (${test}))`]
  })
}
