import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@lezer/go'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApi } from 'rpcloom/model'
import { exportApi } from '../../generator/src/export/export.ts'
import { build, documentOf, loadedFrom } from '../model/documents.ts'
import { putFiles } from '../temporary-folder.ts'
import { evil, hostileDocument } from './hostile-document.ts'
import { docsFiles, type Files, markdownTokens, ourApi, ourFiles, pagesOf, root } from './site.ts'

/** A sample of a page, as copied from the Markdown page. */
interface Sample {
  readonly page: string
  readonly code: string
}

// Inside the repository, so that samples can import the client by name.
const folder = join(root, 'node_modules/.cache/docs-samples')
let ours: Files
let hostile: Files

beforeAll(async () => {
  ours = await ourFiles()
  hostile = await docsFiles(build(hostileDocument()).api, { title: evil })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function samplesIn(files: Files, language: string): readonly Sample[] {
  return [...pagesOf(files, '.md')].flatMap(([page, text]) =>
    markdownTokens(text)
      .filter(({ type, info }) => type === 'fence' && info === language)
      .map(({ content }) => ({ page, code: content })),
  )
}

describe('samples of the pages of methods', () => {
  test('exist in every language, for each method that a transport offers', async () => {
    for (const { slug, methods } of (await ourApi()).groups) {
      for (const method of methods) {
        const page = ours.get(`site/${slug}/${method.slug}.md`) ?? ''
        for (const fence of ['```sh', '```ts', '```python', '```go'])
          expect(page.includes(fence), `${method.name} ${fence}`).toBe(
            fence !== '```ts' ||
              method.availability.http !== 'absent' ||
              method.subscription !== undefined,
          )
      }
    }
  })

  test('in TypeScript match the types of the client', () => {
    const samples = samplesIn(ours, 'ts').filter(({ code }) => code.includes('import '))
    expect(samples.length).toBeGreaterThan(250)
    const options = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
    }
    const files = samples.map(({ page, code }, index) => [
      `${index}.ts`,
      `// ${page}\n${code}\nexport {}\n`,
    ])
    putFiles(folder, {
      ...Object.fromEntries(files),
      // Control: the compiler reports this error.
      'wrong.ts': `${samples[0]?.code ?? ''}\nexport const wrong: string = client\n`,
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...options, module: 'nodenext', target: 'es2024', skipLibCheck: true },
        include: ['*.ts'],
      }),
    })
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
      { encoding: 'utf8' },
    )
    const faults = stdout.split('\n').filter((line) => line.includes('error TS'))
    expect(faults.filter((line) => !line.includes('wrong.ts'))).toEqual([])
    expect(faults.length).toBeGreaterThan(0)
  })

  test('of subscriptions have the params of their example', () => {
    const samples = samplesIn(ours, 'ts').map(({ code }) => code)
    const filter = { address: '0x17ab05351fc94a1a67bf3f56ddbb941ae6c63e25' }
    const logs = samples.find((code) => code.includes("subscribe('logs'"))
    expect(logs?.replace(/\s+/g, ' ')).toContain(`subscribe('logs', { address: '${filter.address}'`)
    expect(samples.some((code) => code.includes("subscribe('newPendingTransactions', true)"))).toBe(
      true,
    )
  })

  test.each([
    ['our documents', () => ours, 250],
    ['hostile ones', () => hostile, 8],
  ])('in Python parse and contain the request: %s', (_, files, least) => {
    const samples = samplesIn(files(), 'python')
    expect(samples.length).toBeGreaterThanOrEqual(least)
    const script = [
      'import ast, json, sys',
      'for number, code in enumerate(json.load(sys.stdin)):',
      '    try:',
      '        tree = ast.parse(code)',
      '        body = next(n for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "body")',
      '        print(json.dumps(ast.literal_eval(body.value)))',
      '    except Exception as error:',
      '        print(json.dumps({"fault": f"{number}: {error}"}))',
    ].join('\n')
    const { stdout, error } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(samples.map(({ code }) => code)),
      encoding: 'utf8',
    })
    if (error !== undefined) {
      console.warn('Skipped: there is no python3 to parse the samples with.')
      return
    }
    const bodies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { fault?: string; jsonrpc?: string })
    expect(bodies.flatMap(({ fault }) => fault ?? [])).toEqual([])
    expect(bodies.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([])
    expect(bodies).toHaveLength(samples.length)
  })

  test.each([
    ['our documents', () => ours, 250],
    ['hostile ones', () => hostile, 8],
  ])('in Go parse and contain the request: %s', (_, files, least) => {
    const samples = samplesIn(files(), 'go')
    expect(samples.length).toBeGreaterThanOrEqual(least)
    for (const { page, code } of samples) {
      expect(goFaults(code), page).toEqual([])
      const body = /body := `([^`]*)`/.exec(code)?.[1] ?? ''
      expect(JSON.parse(body), page).toHaveProperty('jsonrpc', '2.0')
      // gofmt would not change the code: it is indented with tabs, except in the raw string.
      expect(code.replace(/`[^`]*`/, 'text'), page).not.toMatch(/^ +| $/m)
    }
  })

  test('of notifications wait for no response', async () => {
    const { api } = build(documentOf([{ name: 'tell', params: [] }]))
    const page = (await docsFiles(api)).get('site/test/tell.md') ?? ''
    expect(page).toContain('urlopen(request).close()')
  })

  test.each([
    [{ url: 'https://user:hunter2@node.example/rpc' }, 'https://node.example/rpc'],
    [{ url: 'https://node.example/rpc?apiKey=hunter2' }, 'https://node.example/rpc'],
    [{ url: 'https://node.example/rpc?net=main' }, 'https://node.example/rpc?net=main'],
    [
      {
        url: 'https://{net}.example/rpc?key={key}',
        variables: { net: { default: 'main' }, key: { default: 'hunter2' } },
      },
      'https://main.example/rpc?key=YOUR_KEY',
    ],
    [
      {
        url: 'https://node.example/v3/{apiKey}',
        variables: { apiKey: { default: 'hunter2' } },
      },
      'https://node.example/v3/YOUR_KEY',
    ],
    [
      { url: 'https://node.example/v2-ethereum-mainnet-archive' },
      'https://node.example/v2-ethereum-mainnet-archive',
    ],
  ])('and pages have no credentials: %j', async (server, address) => {
    const methods = [
      {
        name: 'tell',
        params: [],
        links: [{ name: 'own', server }, { $ref: '#/components/links/a' }],
      },
      { name: 'own', params: [], servers: [server] },
    ]
    const document = documentOf(
      methods,
      {},
      { servers: [server], components: { links: { a: { server } } } },
    )
    const files = await docsFiles(build(document).api)
    expect(files.get('site/test/tell.md')?.replaceAll("'", '')).toContain(`curl -s ${address} `)
    const faulty = [...files].filter(([, text]) => text.includes('hunter2'))
    expect(faulty.map(([path]) => path)).toEqual([])
    // Everything else of the documents is kept.
    expect(JSON.parse(files.get('site/openrpc/test.json') ?? '')).toMatchObject({
      info: { title: 'Test' },
      methods: [{ name: 'tell', links: [{ name: 'own' }, {}] }, { name: 'own' }],
    })
  })

  test.each([
    ['https://node.example/pets.json?token=hunter2', 'https://node.example/pets.json'],
    ['discover:https://node.example/v3/hunter2', 'https://node.example'],
    ['https://node.example/?apikey=hunter2', 'https://node.example'],
  ])('and pages do not have the keys of the address of the document: %s', async (file, shown) => {
    const document = documentOf([{ name: 'tell', params: [] }])
    const { api } = buildApi(loadedFrom({ [file]: document }), { scope: '@test' })
    const files = await docsFiles(api)
    const page = [...files].find(([path]) => path.endsWith('/tell.html'))?.[1]
    expect(page).toContain(`<code>${shown}#/methods/0</code>`)
    const faulty = [...files].filter(([, text]) => text.includes('hunter2'))
    expect(faulty.map(([path]) => path)).toEqual([])
  })

  test('of subscriptions use a connection, also if the document does not require one', async () => {
    const result = { name: 'id', schema: { type: 'string' } }
    const params = [{ name: 'kind', required: true, schema: { enum: ['newHeads', 'logs'] } }]
    const id = [{ name: 'id', required: true, schema: { type: 'string' } }]
    const servers = ['https://rpc.example/rpc', 'wss://stream.example'].map((url) => ({ url }))
    const subscription = {
      notification: 'eth_subscription',
      unsubscribe: 'eth_unsubscribe',
      kinds: ['newHeads', 'logs'].map((name) => ({ name, params: [], payload: true })),
    }
    const methods = [
      { name: 'eth_subscribe', params, result, 'x-subscription': subscription },
      { name: 'eth_unsubscribe', params: id, result: { name: 'done', schema: true } },
    ]
    const { api } = build(documentOf(methods, {}, { servers }))
    const files = await docsFiles(api)
    const pages = [...pagesOf(files, '.md')].filter(([path]) => path.includes('subscribe'))
    expect(pages).toHaveLength(2)
    for (const [page, text] of pages) {
      expect(text, page).toContain('npx wscat --connect wss://stream.example')
      expect(text, page).not.toContain('curl -s')
    }
    expect(pages.map(([, text]) => text).join('\n')).toContain(
      "subscriptions: webSocket('wss://stream.example')",
    )
    const data = [...files].find(([path]) => path.startsWith('site/assets/try-it/'))?.[1]
    expect(data).not.toContain('\\"http\\":true')
    expect(exportApi(api, 'openapi')).toMatchObject({ json: { paths: {} } })
    expect(exportApi(api, 'postman')).toMatchObject({ json: { item: [] } })
  })

  test.each([
    [['ws://localhost:{port}', 'wss://h.example/ws'], 'wss://h.example'],
    [['ws://localhost:{port}'], 'ws://rpc.example'],
    [['WSS://h.example/ws'], 'wss://h.example'],
  ])('of servers %j connect to %s', async (urls, origin) => {
    const servers = urls.map((url) => ({ url }))
    const { api } = build(documentOf([{ name: 'look', params: [] }], {}, { servers }))
    const page = (await docsFiles(api)).get('site/test/look.md')
    expect(page).toContain(`createClient({ transport: webSocket('${origin}') })`)
  })

  test('the parsers detect errors', () => {
    expect(goFaults('package main\n\nfunc main() { x := `a }')).not.toEqual([])
  })
})

/** Returns the locations in a Go program at which the parser had to recover from an error. */
function goFaults(code: string): readonly string[] {
  const faults: string[] = []
  parser.parse(code).iterate({
    enter(node) {
      if (node.type.isError) faults.push(code.slice(Math.max(0, node.from - 20), node.to + 20))
    },
  })
  return faults
}
