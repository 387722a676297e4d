import { expect, test } from 'vitest'
import { place, reference } from '../../generator/src/codegen/placed.ts'
import { constantOf } from 'rpcloom/codegen'

const [a, b, c] = ['a', 'b', 'c'].map(reference)

interface Case {
  readonly what: string
  readonly constants: readonly (readonly [name: string, text: string])[]
  readonly value: string
  readonly kept?: readonly string[]
  readonly want: readonly string[]
}

test.each<Case>([
  {
    what: 'what is used once',
    constants: [['a', '{ x: 1 }']],
    value: `f(${a})`,
    want: ['f({ x: 1 })'],
  },
  {
    what: 'what is used twice',
    constants: [['a', '{ x: 1 }']],
    value: `f(${a}, ${a})`,
    want: ['a = { x: 1 }', 'f(a, a)'],
  },
  {
    what: 'a part of a part',
    constants: [
      ['a', '[1]'],
      ['b', `{ y: ${a} }`],
    ],
    value: `f(${b})`,
    want: ['f({ y: [1] })'],
  },
  {
    what: 'a part that another one has as well',
    constants: [
      ['a', '[1]'],
      ['b', `{ y: ${a} }`],
    ],
    value: `f(${b}, ${a})`,
    want: ['a = [1]', 'f({ y: a }, a)'],
  },
  {
    what: 'what something else names',
    constants: [['a', '{ next: () => a }']],
    value: `f(${a})`,
    kept: ['a'],
    want: ['a = { next: () => a }', 'f(a)'],
  },
  {
    what: 'what is long',
    constants: [['a', `{ ${'x'.repeat(30)}: 1 }`]],
    value: `f(${a})`,
    want: [`a = { ${'x'.repeat(30)}: 1 }`, 'f(a)'],
  },
  {
    what: 'what grows long by its parts',
    constants: [
      ['a', `[${'1'.repeat(15)}]`],
      ['b', `{ y: ${a}, z: 2 }`],
    ],
    value: `f(${b})`,
    want: [`b = { y: [${'1'.repeat(15)}], z: 2 }`, 'f(b)'],
  },
  {
    what: 'a name of an import, and $ in a text',
    constants: [['b', `'$&'`]],
    value: `f(${b}, ${c})`,
    want: [`f('$&', c)`],
  },
])('$what', ({ constants, value, kept = [], want }) => {
  const placed = place({
    statements: ['import nothing', constantOf({ name: 'out', value })],
    constants: constants.map(([name, text]) => ({ name, text })),
    kept: new Set(kept),
    longest: 20,
  })
  const [, out] = placed.statements
  expect([
    ...placed.constants.map(({ name, text }) => `${name} = ${text}`),
    typeof out === 'object' && 'node' in out && out.node === 'constant' ? out.value : undefined,
  ]).toEqual(want)
})
