import { ts } from 'ts-morph'
import { printSource, typeModules } from 'rpcloom/codegen'
import type { Api } from 'rpcloom/model'
import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { recursiveDocument } from './recursive-document.ts'
import { attributes, docsFiles, type Files, ourApi, ourFiles, pagesOf } from './site.ts'

let api: Api
let files: Files

beforeAll(async () => {
  api = await ourApi()
  files = await ourFiles()
})

/** Returns the types on a Markdown page. */
function shownOn(site: Files, path: string): string {
  return /```typescript\n([\s\S]*?)\n```/.exec(site.get(`site/${path}.md`) ?? '')?.[1] ?? ''
}

/** Removes comments and white space from code. */
function bare(code: string): string {
  return code
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\bexport\b|[\s;]/g, '')
    .replace(/(?<=[=:([{<])\|/g, '')
}

/** Returns a module whose interfaces include the members of the interfaces that they extend. */
function withMembers(text: string): string {
  const { statements } = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one] as const),
  )
  return statements
    .map((one) => (ts.isInterfaceDeclaration(one) ? wholeOf(one) : one.getText()))
    .join('\n')

  function wholeOf(one: ts.InterfaceDeclaration): string {
    return `interface ${one.name.text} {\n${[...membersOf(one).values()].join('\n')}\n}`
  }

  function membersOf(one: ts.InterfaceDeclaration): ReadonlyMap<string, string> {
    const bases = (one.heritageClauses ?? []).flatMap(({ types }) => [...types])
    const inherited = bases.flatMap((base) => {
      const found = interfaces.get(base.expression.getText())
      return found === undefined ? [] : [...membersOf(found)]
    })
    const own = one.members.map(
      (member) => [member.name?.getText() ?? '', member.getText()] as const,
    )
    return new Map([...inherited, ...own])
  }
}

describe('the page of a schema', () => {
  test('shows its TypeScript type as the client exports it', async () => {
    const modules = new Map(
      await Promise.all(
        typeModules(api).map(
          async (file) => [file.path, bare(withMembers(await printSource(file)))] as const,
        ),
      ),
    )
    let seen = 0
    for (const path of pagesOf(files, '.md').keys()) {
      const [, module = '', name = ''] = /^schemas\/(.+)\/(\w+)\.md$/.exec(path) ?? []
      const code = shownOn(files, path.slice(0, -3))
      if (name === '') continue
      const [first = '', ...declarations] = code.split('\n\n')
      expect(first, path).toMatch(/^import type \{[\s\S]*\} from '@native-node\/client\/[\w-]+'$/)
      expect(declarations.length, path).toBeGreaterThan(0)
      for (const declaration of declarations) {
        expect(modules.get(`src/types/${module}.ts`), path).toContain(bare(declaration))
        seen++
      }
    }
    expect(seen).toBeGreaterThan(200)
  })

  test('has lines that need no scrolling', () => {
    const code = shownOn(files, 'schemas/p-chain/UnsignedTx')
    expect(code).toMatch(/type UnsignedTx =\n {2}\| \w+\n {2}\| /)
    for (const line of code.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
  })

  test('links names in the type, except for its own', async () => {
    const site = await docsFiles(build(recursiveDocument).api)
    const page = site.get('site/schemas/test/Tree.html') ?? ''
    const code = /<pre class="code types"[\s\S]*?<\/pre>/.exec(page)?.[0] ?? ''
    expect(code).toContain('Tree')
    expect(attributes(code, 'href')).toEqual([])
    const method = site.get('site/test/put.html') ?? ''
    const signature = /<pre class="code types"[\s\S]*?<\/pre>/.exec(method)?.[0] ?? ''
    expect(attributes(signature, 'href')).toContain('../schemas/test/Tree.html')
  })
})

test.each([
  ['p-chain/get-height', 'client.pChain.getHeight(): Promise<GetHeightResult>'],
  ['x-chain/get-utxos', 'client.xChain.getUTXOs.items('],
  [
    'keystore/create-user',
    'client.keystore.createUser(\n  params: CreateUserParams,\n): Promise<void>',
  ],
  ['c-chain/eth-get-balance', 'client.cChain.eth.getBalance('],
])('the page of %s shows the type that the client accepts', (path, text) => {
  expect(shownOn(files, path)).toContain(text)
})

test('without a client no TypeScript is shown', async () => {
  const site = await docsFiles(build(recursiveDocument).api, {}, {})
  expect([...site.values()].filter((text) => text.includes('TypeScript</h2>'))).toEqual([])
})
