import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const text = { type: 'string' }
const pet = {
  type: 'object',
  required: ['id', 'owner'],
  properties: {
    id: { type: ['string', 'integer'], format: 'uint64' },
    owner: { type: 'object', required: ['name'], properties: { name: text, '*/ `${x}`': text } },
    tags: { type: 'array', items: text },
  },
}

const document = documentOf([
  {
    name: 'getPet',
    paramStructure: 'by-position',
    params: [{ name: 'id', required: true, schema: text }],
    result: { name: 'pet', schema: pet },
    links: [
      {
        name: 'its owner',
        description: 'Who keeps it. */ `${x}`',
        method: 'find',
        params: {
          name: '${result.owner.name}',
          again: '$params.id',
          label: 'pet ${params.id} of ${result.owner["name"]}',
          filter: { tag: '${result.tags[0]}', all: [true, null, '*/ `'] },
          number: '${result.id}',
        },
      },
      { name: '__proto__', method: 'getPet', params: { id: 'constant' } },
      {
        name: 'lost',
        method: 'find',
        params: { nome: 'x', name: '${result.keeper}', again: '$x' },
      },
      { name: 'elsewhere', method: 'nowhere', params: { a: '$result' } },
    ],
  },
  {
    name: 'find',
    paramStructure: 'by-name',
    params: [
      ...['name', 'again', 'label'].map((name) => ({ name, required: true, schema: text })),
      { name: 'filter', required: true, schema: { type: 'object' } },
      { name: 'number', required: true, schema: pet.properties.id },
    ],
    result: { name: 'found', schema: text },
  },
])

const consumer = `
import { createClient, memory } from '../client/dist/index.js'
import { find, getPet, getPetLinks } from '../client/dist/pets.js'
import { createServer } from '../server/dist/index.js'

export async function run(): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const server = createServer({
    pets: {
      getPet: ({ id }) => ({ id: 18446744073709551615n, owner: { name: 'Ann of ' + id }, tags: ['a'] }),
      find: (params) => (seen.push(params), 'found'),
    },
  })
  const transport = memory(server)
  const node = createClient({ transport })
  const result = await node.pets.getPet('7')
  const next = getPetLinks.itsOwner({ params: { id: '7' }, result })
  const name: string = next.name
  await find(transport, next)
  const { id } = getPetLinks.proto({})
  await getPet(transport, id)
  let fault: unknown
  try {
    getPetLinks.itsOwner({ params: { id: '7' }, result: { id: 1n, owner: { name: '' } } })
  } catch (error) {
    fault = error
  }
  // @ts-expect-error the result is missing
  void (() => getPetLinks.itsOwner({ params: { id: '7' } }))
  // @ts-expect-error this link could not be made
  void getPetLinks.lost
  return [seen, name, id, fault]
}
`

test('links create the params of the next call', async () => {
  const { api, diagnostics } = buildApi(loadedFrom({ 'pets.json': document }), { scope: '@test' })
  expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['RL305', '/methods/0/links/2/params/again'],
    ['RL305', '/methods/0/links/2/params/nome'],
    ['RL305', '/methods/0/links/2/params/name'],
  ])
  const output = await emitted(api, ['client', 'server'])
  output.compile('client')
  output.compile('server')
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: ['node'],
  }
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  output.compile('consumer', '5.9')
  const { run } = await output.load('consumer/run.js')
  const [seen, name, id, fault] =
    typeof run === 'function' ? ((await run()) as readonly unknown[]) : []
  expect(seen).toEqual([
    {
      name: 'Ann of 7',
      again: '7',
      label: 'pet 7 of Ann of 7',
      filter: { tag: 'a', all: [true, null, '*/ `'] },
      number: 18446744073709551615n,
    },
  ])
  expect([name, id]).toEqual(['Ann of 7', 'constant'])
  expect(fault).toBeInstanceOf(TypeError)
})
