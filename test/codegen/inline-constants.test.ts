import { expect, test } from 'vitest'
import { inlineConstants } from '../../generator/src/codegen/inline-constants.ts'
import {
  constantOf,
  type Expression,
  listOf,
  literalOf,
  objectMember,
  identifierOf,
  objectOf,
  printExpression,
  pureCall,
} from 'rpcloom/codegen'

const constant = (name: string): Expression => ({ kind: 'constant', name })
const [a, b, c] = [constant('a'), constant('b'), constant('c')] as const
const call = (...args: readonly Expression[]): Expression => pureCall('f', args)
const object = (key: string, value: Expression): Expression => objectOf([objectMember(key, value)])
const [one, two] = [literalOf('1'), literalOf('2')] as const
const long = literalOf('1'.repeat(15))

interface Case {
  readonly what: string
  readonly constants: readonly (readonly [name: string, value: Expression])[]
  readonly value: Expression
  readonly kept?: readonly string[]
  readonly want: readonly string[]
}

test.each<Case>([
  {
    what: 'a constant that is used once is inlined',
    constants: [['a', object('x', one)]],
    value: call(a),
    want: ['f({ x: 1 })'],
  },
  {
    what: 'a constant that is used twice remains',
    constants: [['a', object('x', one)]],
    value: call(a, a),
    want: ['a = { x: 1 }', 'f(a, a)'],
  },
  {
    what: 'a constant in a constant is inlined',
    constants: [
      ['a', listOf([one])],
      ['b', object('y', a)],
    ],
    value: call(b),
    want: ['f({ y: [1] })'],
  },
  {
    what: 'a constant that another constant and the statement use remains',
    constants: [
      ['a', listOf([one])],
      ['b', object('y', a)],
    ],
    value: call(b, a),
    want: ['a = [1]', 'f({ y: a }, a)'],
  },
  {
    what: 'a constant that refers to itself remains',
    constants: [['a', object('next', { kind: 'later', name: 'a' })]],
    value: call(a),
    kept: ['a'],
    want: ['a = { next: () => a }', 'f(a)'],
  },
  {
    what: 'a long constant remains',
    constants: [['a', object('x'.repeat(30), one)]],
    value: call(a),
    want: [`a = { ${'x'.repeat(30)}: 1 }`, 'f(a)'],
  },
  {
    what: 'a constant that inlining makes long remains',
    constants: [
      ['a', listOf([long])],
      ['b', objectOf([objectMember('y', a), objectMember('z', two)])],
    ],
    value: call(b),
    want: [`b = { y: [${'1'.repeat(15)}], z: 2 }`, 'f(b)'],
  },
  {
    what: 'other names and members in short form remain',
    constants: [['b', literalOf("'$&'")]],
    value: call(b, c, identifierOf('imported'), objectOf([{ key: 'b' }])),
    want: ["f('$&', c, imported, { b })"],
  },
])('$what', ({ constants, value, kept = [], want }) => {
  const inlined = inlineConstants({
    statements: ['import nothing', constantOf({ name: 'out', value })],
    constants: constants.map(([name, own]) => ({ name, value: own })),
    kept: new Set(kept),
    longest: 20,
  })
  const [, out] = inlined.statements
  const printed =
    typeof out === 'object' && 'node' in out && out.node === 'constant'
      ? printExpression(out.value)
      : ''
  expect([
    ...inlined.constants.map((left) => `${left.name} = ${printExpression(left.value)}`),
    printed.replaceAll('/* @__PURE__ */ ', ''),
  ]).toEqual(want)
})
