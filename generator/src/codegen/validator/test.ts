import { capitalized } from '../../json/capitalized.ts'
import { combinationTests } from './combination.ts'
import {
  callText,
  type Compiler,
  conjunction,
  isolated,
  keyOf,
  nestedFunction,
} from './compiler.ts'
import { kindTest } from './kind.ts'
import { literalsOf, literalTest } from './literal.ts'
import { type Reference, referencesOf } from './reference.ts'
import { own, type SchemaJson } from './schema-json.ts'
import { unevaluatedTests } from './unevaluated.ts'

/** Returns an expression that is true if `value` is valid. */
export function testOf(compiler: Compiler, schema: SchemaJson): string {
  if (typeof schema === 'boolean') return String(schema)
  const literals = literalsOf(schema)
  const kind = kindTest(compiler, schema, literals)
  const all = conjunction([
    ...referencesOf(compiler, schema).map((reference) => referenceTest(compiler, reference)),
    ...(literals === undefined
      ? [kind]
      : [literalTest(compiler, literals), isolated(compiler, kind)]),
    ...combinationTests(compiler, schema),
    ...unevaluatedTests(compiler, schema),
  ])
  if (own(schema, 'nullable') !== true || all === 'true') return all
  return all === 'false' ? 'value === null' : `(value === null || (${all}))`
}

function referenceTest(compiler: Compiler, { ref, target }: Reference): string {
  if (typeof target === 'boolean') return String(target)
  if (compiler.following.has(target)) return 'true'
  const { following } = compiler
  compiler.following = new Set([...following, target])
  const name = nestedFunction(compiler, {
    key: compiler.resources.isNamed ? `ref ${keyOf(compiler, target, {})}` : `ref ${ref}`,
    name: referenceName(ref),
    body: () => [`return ${compiler.test(target)}`],
  })
  compiler.following = following
  return callText(name, 'value')
}

/** Returns the name of a reference's test: `#/components/schemas/NodeId` -> `isNodeId`. */
function referenceName(ref: string): string {
  const word = /[A-Za-z][A-Za-z0-9]*$/.exec(ref)?.[0] ?? 'Value'
  return `is${capitalized(word)}`
}
