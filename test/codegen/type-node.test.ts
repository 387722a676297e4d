import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  letrec,
  oneof,
  option,
  property,
  record,
  tuple,
} from 'fast-check'
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import type { ObjectType } from 'rpcloom/model'
import {
  aliasOf,
  displayType,
  functionType,
  intersectionOf,
  literalType,
  namedType,
  objectType,
  omitOf,
  printType,
  type TypeCode,
  type TypeNode,
  typeNames,
  typeText,
  unionOf,
} from 'rpcloom/codegen'

const [a, b, c] = ['A', 'B', 'C'].map((name) => namedType(name)) as [TypeNode, TypeNode, TypeNode]
const list = (items: TypeCode, readonly = false): TypeNode => ({ kind: 'array', items, readonly })
const text = literalType('string')
const number = { kind: 'number' } as const
const wide = unionOf(['bigint', 'number', 'string'].map(literalType))

test.each<readonly [string, TypeCode]>([
  ['(A | B)[]', list(unionOf([a, b]))],
  ['(A & B)[]', list(intersectionOf([a, b]))],
  ['A[][]', list(list(a))],
  ['readonly (readonly A[])[]', list(list(a, true), true)],
  ['(A | B) & C', intersectionOf([unionOf([a, b]), c])],
  ['A & B | C', unionOf([intersectionOf([a, b]), c])],
  ['((x: A) => B)[]', list(functionType([{ name: 'x', type: a }], b))],
  ['((x?: A) => B) | C', unionOf([functionType([{ name: 'x', type: a, optional: true }], b), c])],
  ["(typeof a)['b']", { kind: 'indexed', object: { kind: 'typeof', name: 'a' }, index: "'b'" }],
  ["Omit<A, 'x' | 'y'>", omitOf(a, ['x', 'y'])],
  ['A', omitOf(a, [])],
  ['(X | Y)[]', list('X | Y')],
  ['A | B', unionOf([a, b, a, literalType('never')])],
  ['unknown', unionOf([a, literalType('unknown')])],
  ['never', unionOf([])],
  ['bigint | number | string', unionOf([text, wide, wide])],
  ['unknown', intersectionOf([])],
  [
    '[A?, ...(B | C)[]]',
    {
      kind: 'tuple',
      items: [
        { type: a, form: 'optional' },
        { type: unionOf([b, c]), form: 'rest' },
      ],
      readonly: false,
    },
  ],
])('%s', (want, type) => {
  expect(printType(type)).toBe(want)
})

test('the names in a type are listed', () => {
  const type = functionType(
    [{ name: 'x', type: list(a) }],
    objectType({ index: namedType('B', c) }),
  )
  expect(typeNames(type)).toEqual(['A', 'B', 'C'])
})

const name = constantFrom('A', 'types.Block', 'isCurrentEndpointOfTheWholeNetwork', 'Value0')
const members = ['a', 'value0', "'a-b'", 'theNameOfAnotherMember']
const types = letrec<{ type: TypeNode }>((tie) => ({
  type: oneof(
    { maxDepth: 4, withCrossShrink: true },
    name.map((one) => namedType(one)),
    tuple(
      integer({ min: 0, max: 9 }),
      name,
      array(tie('type'), { maxLength: 3 }),
      boolean(),
      option(tie('type')),
    ).map(([kind, named, parts, flag, index]): TypeNode => {
      const [first = namedType(named), ...others] = parts
      const args = parts.map((type, at) => ({ name: `a${at}`, type, optional: flag }))
      const all = [first, ...others]
      switch (kind) {
        case 0:
          return literalType("'text'")
        case 1:
        case 2:
          return { kind: 'array', items: first, readonly: flag }
        case 3:
          return {
            kind: 'tuple',
            items: all.map((type) => ({ type, form: 'required' })),
            readonly: flag,
          }
        case 4:
          return { kind: 'union', members: [namedType(named), ...all] }
        case 5:
          return { kind: 'intersection', members: [namedType(named), ...all] }
        case 6:
          return functionType(args, first)
        case 7:
          return namedType(named, ...parts)
        default:
          return objectType({
            properties: parts.map((type, at) => ({
              name: members[at] ?? 'b',
              type,
              optional: flag,
              readonly: !flag,
            })),
            methods: flag ? [{ name: 'm', arguments: args, returns: first }] : [],
            index: index ?? undefined,
          })
      }
    }),
  ),
}))

/** Returns the declaration as TypeScript prints it, without parentheses that it does not need. */
function parsed(code: string): string {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true })
  expect(diagnostics, code).toEqual([])
  const read = (node: ts.Node): unknown => {
    if (ts.isParenthesizedTypeNode(node)) return read(node.type)
    const children: unknown[] = []
    node.forEachChild((child) => {
      children.push(read(child))
    })
    return children.length === 0 ? node.getText() : [node.kind, ...children]
  }
  return JSON.stringify(read(source))
}

test('a type has the same meaning in one line and in several', () => {
  assert(
    property(record({ type: types.type, width: constantFrom(20, 62, 100) }), ({ type, width }) => {
      const shown = displayType(aliasOf({ name: 'T', type }), width)
      expect(parsed(shown)).toBe(parsed(`export type T = ${printType(type)}`))
      expect(shown).not.toMatch(/[ \t]$/m)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('lines are broken at the width', () => {
  const names = Array.from({ length: 20 }, (_, index) => namedType(`Name${index}`))
  const type = objectType({
    properties: [
      { name: 'union', type: unionOf(names) },
      { name: 'lists', type: list(unionOf(names), true) },
      {
        name: 'tuple',
        type: {
          kind: 'tuple',
          items: names.map((one) => ({ type: one, form: 'required' })),
          readonly: false,
        },
      },
      {
        name: 'promise',
        type: namedType(
          'Promise',
          objectType({ properties: names.map((one, at) => ({ name: `a${at}`, type: one })) }),
        ),
      },
      { name: 'map', type: namedType('Map', ...names) },
    ],
  })
  const lines = displayType(aliasOf({ name: 'T', type }), 62).split('\n')
  expect(lines.filter((line) => line.length > 62)).toEqual([])
  expect(lines.length).toBeGreaterThan(60)
})

test.each<[string, Pick<ObjectType, 'patterns' | 'additional' | 'properties'>, string]>([
  ['an open object', { properties: [], patterns: [{ pattern: '^a', type: number }] }, 'unknown'],
  [
    'a closed object',
    { properties: [], patterns: [{ pattern: '^a', type: number }], additional: false },
    'number',
  ],
  [
    'an object with typed members',
    { properties: [], patterns: [{ pattern: '^a', type: number }], additional: { kind: 'null' } },
    'number | null',
  ],
  [
    'a pattern of all names',
    { properties: [], patterns: [{ pattern: '^.*$', type: number }] },
    'number',
  ],
])('the members of %s have the widest type of their patterns', (_, type, want) => {
  const scope = { type: String, format: String, memberDoc: () => [] }
  const printed = typeText({ kind: 'object', ...type }, { form: 'decoded', scope } as never)
  expect(printed.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`: ${want.replace('|', '\\|')};? }`))
})
