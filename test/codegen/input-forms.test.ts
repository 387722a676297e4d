import { buildApi } from 'rpcloom/model'
import { typeModules } from 'rpcloom/codegen'
import { Project, ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { printSource } from 'rpcloom/codegen'
import { loadedFrom } from '../model/documents.ts'

const { api } = buildApi(
  loadedFrom({
    'a.json': {
      openrpc: '1.3.2',
      info: { title: 'A', version: '1' },
      methods: [
        {
          name: 'get',
          params: [],
          result: { name: 'r', schema: { $ref: '#/components/schemas/R' } },
        },
      ],
      components: {
        schemas: {
          R: {
            type: 'object',
            description: 'A record.',
            required: ['amount', 'name'],
            properties: {
              amount: { type: 'string', format: 'uint64', description: 'What it holds.' },
              name: { type: 'string', description: 'What it is called.' },
            },
          },
        },
      },
    },
  }),
  { scope: '@test' },
)

async function typesText(): Promise<string> {
  const [module] = typeModules(api)
  if (module === undefined) throw new Error('There is a module of types')
  return printSource(module)
}

/** Returns what an editor shows for the last occurrence of `part` in the text. */
function shownAt(text: string, part: string): string {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { strict: true } })
  const file = project.createSourceFile('a.ts', text)
  expect(file.getPreEmitDiagnostics().map((one) => one.getMessageText())).toEqual([])
  const service = project.getLanguageService().compilerObject
  const info = service.getQuickInfoAtPosition(file.getFilePath(), text.lastIndexOf(part))
  return ts.displayPartsToString([...(info?.displayParts ?? []), ...(info?.documentation ?? [])])
}

test('the decoded form declares members that are narrower than in the input form once', async () => {
  const text = await typesText()
  expect(text).toMatch(/export interface R extends RInput \{\n {2}amount: bigint;\n\}/)
  expect(text.match(/What it holds\./g)).toHaveLength(1)
  expect(text.match(/What it is called\./g)).toHaveLength(1)
  expect(text).toContain('/** {@link R} as callers pass it and handlers return it. */')
})

test('editors show the comments of the input form for members of the decoded form', async () => {
  const text = `${await typesText()}\ndeclare const one: R\nvoid one.amount\nvoid one.name`
  expect(shownAt(text, 'amount')).toMatch(/amount: bigint.*What it holds\./s)
  expect(shownAt(text, 'name')).toMatch(/name: string.*What it is called\./s)
})
