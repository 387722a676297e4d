import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, '.cache', `readme-${process.pid}`)
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'openrpc/README.md',
  'SECURITY.md',
  'docs/releasing.md',
  'docs/dependencies.md',
  'docs/editors.md',
  'examples/error-table/README.md',
  'examples/protocols/README.md',
  'generator/README.md',
  'packages/schema/README.md',
  'packages/rpc/README.md',
  'packages/rpc-mock/README.md',
  'packages/rpc-cli/README.md',
  'packages/rpc-mcp/README.md',
  'packages/redis/README.md',
  'packages/node/README.md',
  'docs/operating.md',
  'docs/many-processes.md',
]
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

function fences(page: string, language: string): readonly string[] {
  const blocks = read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...blocks].flatMap(([, name, text = '']) => (name === language ? [text] : []))
}

const config = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: ['node'],
    module: 'nodenext',
    moduleDetection: 'force',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['*.ts'],
}

describe('the pages', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('contain TypeScript that compiles', () => {
    const blocks = ['README.md', 'packages/server/README.md'].flatMap((page) => fences(page, 'ts'))
    expect(blocks.length).toBeGreaterThan(7)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    blocks.forEach((text, index) => writeFileSync(join(folder, `block-${index}.ts`), text))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const compile = (): string => {
      try {
        return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
      } catch (error) {
        return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
      }
    }
    expect(compile()).toBe('')
  })

  test.each(pages)('have only links to existing files: %s', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g)].map(
      ([, path = '']) => path,
    )
    const missing = targets.filter((path) => !existsSync(resolve(root, dirname(page), path)))
    expect(missing).toEqual([])
  })

  test.each(pages)('name only existing modules: %s', (page) => {
    const named = [...read(page).matchAll(/`([\w@-]+(?:\/[\w@.-]+)+\.(?:ts|mjs))`/g)]
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))
    expect(missing).toEqual([])
  })

  test('name only existing npm scripts', () => {
    const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [
      ...read('README.md').matchAll(
        /npm (?:run )?(start|test|[a-z]+:[a-z]+|generate|check|build)\b/g,
      ),
    ]
    const scripts = named.map(([, name = '']) => name)
    expect(scripts).not.toEqual([])
    for (const name of scripts) {
      const file =
        /node (scripts\/\S+)/.exec(manifest.scripts[name] ?? '')?.[1] ?? `no script ${name}`
      expect(existsSync(join(root, file)), file).toBe(true)
    }
  })
})
