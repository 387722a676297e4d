import { expect, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const overlay = `overlay: 1.0.0
info: { title: Whole params, version: 1.0.0 }
actions:
  - target: $.methods[?length(@.params) == 1 && @.params[0].name == 'params']
    update: { x-params: params }
  - target: $.methods[?@.name == 'shared']
    update: { x-params: options }
`

const schema = { type: 'object', properties: { a: { type: 'string' } } }
const result = { name: 'r', schema: { type: 'string' } }
const documentWith = (...methods: readonly object[]): string =>
  JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'T', version: '1' },
    methods: methods.map((method) => ({ ...method, result })),
    components: {
      contentDescriptors: { Options: { name: 'options', schema } },
      schemas: { Sent: schema },
    },
  })

test('x-params may be the name of the param that has all params', async () => {
  const folder = temporaryFolder({
    'api.json': documentWith(
      { name: 'inline', params: [{ name: 'params', schema }] },
      {
        name: 'referred',
        params: [{ name: 'params', schema: { $ref: '#/components/schemas/Sent' } }],
      },
      { name: 'shared', params: [{ $ref: '#/components/contentDescriptors/Options' }] },
      { name: 'other', params: [{ name: 'a', schema }] },
    ),
    'whole.overlay.yaml': overlay,
  })
  const args = ['-i', 'api.json', '--overlay', 'whole.overlay.yaml', '--json']
  const { stdout, stderr } = await rpcloom(folder, 'names', ...args)
  expect(stderr).toBe('')
  const entries = JSON.parse(stdout) as readonly {
    readonly kind: string
    readonly name: string
    readonly paramStructure?: string
  }[]
  const methods = entries.filter(({ kind }) => kind === 'method')
  expect(new Map(methods.map((one) => [one.name, one.paramStructure === 'whole']))).toEqual(
    new Map([
      ['inline', true],
      ['referred', true],
      ['shared', true],
      ['other', false],
    ]),
  )
  // The type of a component keeps its name.
  expect(entries.map(({ name }) => name)).toContain('Sent')
  expect(entries.map(({ name }) => name)).not.toContain('ReferredParams')
})

test('x-params that names no param of the method is reported', async () => {
  const folder = temporaryFolder({
    'api.json': documentWith({ name: 'one', params: [], 'x-params': 'params' }),
  })
  const { stdout } = await rpcloom(folder, 'lint', '-i', 'api.json')
  expect(stdout).toContain('RL204')
})
