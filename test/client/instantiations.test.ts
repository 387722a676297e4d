import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { type Emitted, emitted } from '../targets/emitted.ts'
import { loadedFrom } from '../model/documents.ts'

const compiler = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

/** Returns a document with methods in twelve namespaces, each with its own params and result. */
function documentOf(methods: number): Parameters<typeof loadedFrom>[0][string] {
  const amount = { type: 'string', format: 'uint64' }
  return {
    openrpc: '1.3.2',
    info: { title: 'Large', version: '1' },
    methods: Array.from({ length: methods }, (_, index) => ({
      name: `space${index % 12}.method${index}`,
      paramStructure: 'by-name',
      params: [
        { name: 'address', required: true, schema: { type: 'string' } },
        { name: 'limit', schema: amount },
      ],
      result: { name: 'result', schema: { $ref: `#/components/schemas/Result${index}` } },
    })),
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: methods }, (_, index) => [
          `Result${index}`,
          {
            type: 'object',
            required: ['amount', 'next'],
            properties: {
              amount,
              next: { type: ['string', 'null'] },
              items: { type: 'array', items: amount },
            },
          },
        ]),
      ),
    },
  }
}

const calls = 40
const lines = Array.from(
  { length: calls },
  (_, index) =>
    `  sum += (await node.large.space${index % 12}.method${index}({ address: 'a', limit: ${index} })).amount`,
)
const consumer = `
import { createClient, http } from '../client/dist/index.js'
const node = createClient({ transport: http('http://127.0.0.1:1') })
export async function run(): Promise<bigint> {
  let sum = 0n
${lines.join('\n')}
  return sum
}
`

/** Generic types, which the count must include. */
const generic = `
type Boxed<T> = { [Key in keyof T]: T[Key] extends Function ? T[Key] : Boxed<T[Key]> }
export const boxed: Boxed<typeof node> = node
`

/**
 * Returns the number of types and type instantiations of a program with forty calls. The number is
 * the same on every machine, because there is only one checker; several checkers would each count
 * the types that they need.
 */
function typesOf(output: Emitted): number {
  const args = ['--extendedDiagnostics', '--noEmit', '--singleThreaded']
  const folder = join(output.folder, 'consumer')
  const printed = execFileSync(process.execPath, [compiler, '-p', folder, ...args], {
    encoding: 'utf8',
  })
  const [types, instantiations] = ['Types', 'Instantiations'].map((name) =>
    Number(new RegExp(String.raw`^${name}:\s+(\d+)`, 'm').exec(printed)?.[1]),
  )
  return (types ?? NaN) + (instantiations ?? NaN)
}

async function counted(methods: number): Promise<number> {
  const { api } = buildApi(loadedFrom({ 'large.json': documentOf(methods) }), { scope: '@test' })
  const output = await emitted(api, ['client'])
  output.compile('client')
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    strict: true,
    types: [],
    // Consumers usually skip the declarations of dependencies.
    skipLibCheck: true,
  }
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  // Control: calls are counted.
  output.put('consumer/run.ts', 'export {}')
  const none = typesOf(output)
  output.put('consumer/run.ts', consumer)
  const counted = typesOf(output)
  expect(counted - none).toBeGreaterThan(calls)
  // Control: generic types are counted.
  output.put('consumer/run.ts', consumer + generic)
  expect(typesOf(output)).toBeGreaterThan(counted)
  return counted
}

test('the compile cost of forty calls does not depend on the number of methods', async () => {
  const [few, many] = [await counted(calls), await counted(2000)]
  console.log(`figure: types of 40 calls: ${few} of 40 methods, ${many} of 2000`)
  expect(many - few).toBeLessThanOrEqual(50)
})
