import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { transform } from 'esbuild'
import { createMock } from '@native-node/mock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { generate, checkConfig } from 'rpcloom/run'
import { projectOf } from '../../generator/src/cli/project.ts'
import { chosenDocuments } from '../corpus/chosen.ts'

const root = resolve(import.meta.dirname, '../..')
const generated = ['client', 'server', 'mock', 'docs'].map((name) => `packages/${name}`)
const pages = [
  ...generated,
  'packages/schema',
  'packages/rpc',
  'packages/rpc-mock',
  'packages/rpc-conform',
  'packages/rpc-cli',
  'packages/rpc-mcp',
  'packages/redis',
  'packages/node',
  'generator',
].flatMap((folder) => [`${folder}/README.md`, `${folder}/llms.txt`])

interface Sample {
  readonly from: string
  readonly code: string
}

function samplesOf(page: string): readonly Sample[] {
  const text = readFileSync(resolve(root, page), 'utf8')
  const blocks = text.matchAll(/^```(?:ts|js)\n([^]*?)^```$/gm)
  return [...blocks].map(([, code = ''], index) => ({
    from: `${basename(page)} ${index + 1}`,
    code,
  }))
}

function workplace(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the compiler errors in samples. Each sample is compiled as a module. */
function compiled(folder: string, samples: readonly Sample[]): string {
  for (const [index, { from, code }] of samples.entries()) {
    writeFileSync(join(folder, `sample${index}.mts`), `// ${from}\n${code}\nexport {}\n`)
  }
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
    // Some samples use third-party libraries.
    skipLibCheck: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.mts'] }),
  )
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'))
  }
}

test('every sample of every published package compiles', () => {
  const samples = pages
    .flatMap((page) =>
      samplesOf(page).map(({ from, code }) => ({ from: `${page}: ${from}`, code })),
    )
    // Types of this library have imports without extensions, which `nodenext` does not resolve.
    .filter(({ code }) => !code.includes("'@avalabs/avalanchejs'"))
  expect(samples.length).toBeGreaterThan(35)
  expect(compiled(workplace(), samples)).toBe('')
})

describe('the samples run', () => {
  const mock = createMock({ seed: 1 })
  let url = ''
  let close: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    ;({ url, close } = await mock.listen({ port: 0 }))
  })
  afterAll(async () => close())

  const runnable = pages
    // Samples of the node need a running node, which test/node/c-chain/readme.test.ts starts.
    .filter((page) => !page.startsWith('generator') && page !== 'packages/node/README.md')
    .map((page) => {
      // Samples with endless event loops, and samples that read the user's files, are not run.
      const samples = samplesOf(page).filter(({ code }) => !/for await/.test(code))
      return [page, samples] as const
    })
    .filter(([, samples]) => samples.length > 0)

  test.each(runnable)('of %s', async (_, samples) => {
    const folder = workplace()
    const names: string[] = []
    for (const [index, { code }] of samples.entries()) {
      const here = code
        .replaceAll(/http:\/\/127\.0\.0\.1:(8545|9650|9651)/g, url)
        .replaceAll(/port: \d{4}/g, 'port: 0')
        .replace(/listen\(8080/, 'listen(0')
      const { code: plain } = await transform(here, {
        loader: 'ts',
        format: 'esm',
        target: 'node20',
      })
      names.push(`sample${index}.mjs`)
      writeFileSync(join(folder, `sample${index}.mjs`), plain)
    }
    const all = names.map((name) => `await import('./${name}')\nconsole.log('ran ${name}')`)
    // Servers that a sample leaves open would keep the process alive. The output must be flushed
    // first.
    const end = "process.stdout.write('end', () => process.exit())"
    writeFileSync(join(folder, 'all.mjs'), [...all, end, ''].join('\n'))
    const { execFile } = await import('node:child_process')
    const output = await new Promise<string>((done) => {
      const options = {
        cwd: folder,
        timeout: 60_000,
        maxBuffer: 2 ** 27,
        encoding: 'utf8',
      } as const
      execFile(process.execPath, ['all.mjs'], options, (_error, stdout, stderr) =>
        done(stdout + stderr),
      )
    })
    expect(
      names.filter((name) => !output.includes(`ran ${name}`)),
      output.slice(-2000),
    ).toEqual([])
  })
})

describe('llms.txt of our own packages', () => {
  test.each(generated.slice(0, 3))(
    '%s contains every method, every error, and five samples',
    (folder) => {
      const text = readFileSync(join(root, folder, 'llms.txt'), 'utf8')
      expect(text.length).toBeLessThan(32_000)
      expect(samplesOf(`${folder}/llms.txt`).length).toBeGreaterThanOrEqual(5)
      for (const name of ['getTxFee', 'getBlockchainID', 'feeHistory', 'unknownAlias']) {
        expect(text).toContain(name)
      }
    },
  )
})

const shared = process.env['RPCLOOM_SHARED']
const corpus = shared === undefined ? '' : join(shared, 'corpus')
const foreign =
  shared === undefined ? [] : chosenDocuments(corpus, process.env['RPCLOOM_LONG'] === '1' ? 20 : 2)

describe.skipIf(shared === undefined)('llms.txt of other documents', () => {
  test.each(foreign)('%s: its length is limited, and its samples compile', async (document) => {
    const folder = workplace()
    const checked = checkConfig('(test)', {
      inputs: [join(corpus, document)],
      out: 'packages',
      scope: '@t',
      targets: { client: {}, server: {}, mock: {} },
      allowUnresolved: true,
      allowOutside: true,
      format: false,
    })
    if (checked.kind === 'faulty') throw new Error(checked.findings[0]?.message)
    const { status } = await generate(await projectOf(folder, checked.config), {
      mode: 'write',
      force: false,
    })
    expect(status).toBe('written')
    mkdirSync(join(folder, 'node_modules/@t'), { recursive: true })
    for (const name of ['types', 'client', 'server', 'mock']) {
      symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@t', name))
    }
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-b', 'packages/client', 'packages/mock'], { cwd: folder })
    const samples = ['client', 'server', 'mock'].flatMap((name) =>
      samplesOf(join(folder, `packages/${name}/llms.txt`)),
    )
    expect(samples.length).toBeGreaterThanOrEqual(9)
    expect(compiled(folder, samples)).toBe('')
    for (const name of ['client', 'server', 'mock']) {
      const text = readFileSync(join(folder, `packages/${name}/llms.txt`), 'utf8')
      expect(text.length).toBeLessThan(32_000)
    }
  })
})
