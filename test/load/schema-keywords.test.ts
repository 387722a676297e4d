import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { checkSchema } from '@rpcloom/schema'
import { temporaryFolder } from '../temporary-folder.ts'

/** Returns the names of all members of a schema that validation reads. */
function keywordsRead(): readonly string[] {
  const names = new Set<string>()
  const note = <T>(name: string | symbol, value: T): T => {
    names.add(String(name))
    return value
  }
  const values = [null, {}, [], 1, ''].flatMap((one) => [one, [one], { one }])
  for (const one of values) {
    const schema = new Proxy(
      {},
      {
        has: (_, name) => note(name, true),
        getOwnPropertyDescriptor: (_, name) =>
          note(name, { value: undefined, configurable: true, enumerable: true }),
        // `if` must fail once for `else` to be read.
        get: (_, name) => note(name, name === 'if' ? one !== null : undefined),
      },
    )
    // A reference makes validation look for anchors, if there are any.
    checkSchema({ $ref: '#anchor', $anchor: 'anchor', allOf: [schema] }, one)
  }
  return [...names].toSorted()
}

/** `const` may have any value. Since draft 6, `id` is no keyword, so properties without `properties` may have this name. */
const unchecked = ['const', 'id']

test.each(keywordsRead().filter((name) => !unchecked.includes(name)))(
  'an invalid value of %s is reported',
  async (keyword) => {
    // A number is invalid for keywords with strings, and a string for all others.
    const schemas = [{ [keyword]: 5 }, { [keyword]: '?' }]
    const document = {
      openrpc: '1.3.2',
      info: { title: 'T', version: '1' },
      methods: [],
      components: { schemas: { A: schemas[0], B: schemas[1] } },
    }
    const root = temporaryFolder({ 'api.json': JSON.stringify(document) })
    const { diagnostics } = await load({ root, inputs: ['api.json'] })
    const pointers = diagnostics.map(({ pointer }) => pointer)
    expect(['A', 'B'].map((name) => `/components/schemas/${name}/${keyword}`)).toSatisfy(
      (wanted: readonly string[]) => wanted.some((pointer) => pointers.includes(pointer)),
    )
  },
)

test('validation reads the keywords', () => {
  expect(keywordsRead()).toEqual(
    expect.arrayContaining(['type', 'minContains', 'required', '$dynamicAnchor', 'else']),
  )
})
