import { checkSchema, pointerResolver } from '@rpcloom/schema'
import { describe, expect, test } from 'vitest'
import { components, table } from './type-table.ts'
import { installed, typeVerdicts } from './type-check.ts'

const cases = table.map(([schema, fits, refused, late = []]) => ({
  schema,
  values: [...fits, ...refused, ...late],
}))

describe('a table of schemas', () => {
  test.each(installed)(
    'has types that compile with TypeScript %s',
    { timeout: 120_000 },
    async (version) => {
      const verdicts = await typeVerdicts(cases, { version, components })
      const wrong = table.flatMap(([schema, fits, refused, late = []], index) => {
        const { loose = [], exact = [] } = verdicts[index] ?? {}
        return [...fits, ...refused, ...late].flatMap((value, at) => {
          const isTaken = loose[at] === true || exact[at] === true
          const want = at < fits.length || at >= fits.length + refused.length
          const got = want ? isTaken : exact[at] === true
          return got === want ? [] : [JSON.stringify({ index, schema, value, want })]
        })
      })
      expect(wrong).toEqual([])
    },
  )

  test('has the same valid values as the validator', () => {
    const resolve = pointerResolver({ components: { schemas: components } })
    const wrong = table.flatMap(([schema, fits, refused, late = []]) =>
      [...fits, ...refused, ...late].flatMap((value, at) => {
        const want = at < fits.length
        const got = checkSchema(schema, value, { resolve }).length === 0
        return got === want ? [] : [JSON.stringify({ schema, value, want })]
      }),
    )
    expect(wrong).toEqual([])
    expect(table.length).toBeGreaterThan(80)
  })
})
