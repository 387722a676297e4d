import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { checkConfig, type Config, generate } from 'rpcloom/run'
import { projectOf } from '../../generator/src/cli/project.ts'
import { scaffold, type ScaffoldTarget } from '../../generator/src/scaffold/scaffold.ts'
import { deepDocument } from '../docs/deep-document.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const targets = ['client', 'server', 'mock', 'docs']
/** Documents whose methods have errors, GET routes, and more examples than a page shows. */
const documents = ['health', 'info', 'keystore', 'x-chain']

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const templates = targets.flatMap((target) => {
  const folder = join(root, 'templates', target)
  const paths = filesBelow(folder).filter((path) => path.endsWith('.hbs'))
  return paths.map((path) => ({ target, path: path.slice(folder.length + 1) }))
})

/** Returns a marker that appears in the output of a template. */
function mark({ target, path }: { readonly target: string; readonly path: string }): string {
  return `replaced${`${target}${path}`.replaceAll(/[^a-z]/gi, '')}`
}

/** Returns the template with its marker, as a comment if the template generates code. */
function marked(one: (typeof templates)[number]): string {
  const text = readFileSync(join(root, 'templates', one.target, one.path), 'utf8')
  return /\.(ts|m?js)\.hbs$/.test(one.path)
    ? `${text}\n// ${mark(one)}\n`
    : `${text}\n${mark(one)}\n`
}

function configured(folder: string, docs: object = {}): Config {
  const checked = checkConfig('(test)', {
    inputs: [
      ...('format' in docs
        ? []
        : documents.map((name) => join(root, `openrpc/${name}.openrpc.json`))),
      'deep.json',
    ],
    out: 'format' in docs ? 'pages' : 'packages',
    scope: '@t',
    targets:
      'format' in docs
        ? { docs: { templates: 'mine/docs', ...docs } }
        : Object.fromEntries(
            targets.map((name) => [
              name,
              { templates: `mine/${name}`, ...(name === 'docs' && { guides: ['guide.md'] }) },
            ]),
          ),
    allowOutside: true,
  })
  if (checked.kind === 'faulty') throw new Error(checked.findings[0]?.message)
  mkdirSync(folder, { recursive: true })
  return checked.config
}

/** Returns a document with a method that the client implements. */
function withClientMethod(document: JsonObject): JsonObject {
  const { methods } = document
  const method = { name: 'confirm', params: [], 'x-implemented-by': ['client'] }
  return { ...document, methods: [...(Array.isArray(methods) ? methods : []), method] }
}

test('every template of every target can be replaced', async () => {
  const replaced = templates.map((one) => [`mine/${one.target}/${one.path}`, marked(one)] as const)
  const folder = temporaryFolder({
    ...Object.fromEntries(replaced),
    // The pages of our documents are too short to be split.
    'guide.md': '# A guide',
    'deep.json': JSON.stringify(withClientMethod(deepDocument(8))),
  })
  const project = await projectOf(folder, configured(folder))
  const { status, diagnostics } = await generate(project, { mode: 'write', force: false })
  expect([status, diagnostics]).toEqual(['written', []])
  // One template is for the pages of other site generators.
  const others = await projectOf(folder, configured(folder, { format: 'mdx' }))
  const pages = await generate(others, { mode: 'write', force: false })
  expect([pages.status, pages.diagnostics]).toEqual(['written', []])
  putFiles(folder, {
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
  })
  const isScaffold = (one: {
    readonly name: string
    readonly scaffold?: unknown
  }): one is ScaffoldTarget => one.scaffold !== undefined
  for (const target of project.targets.filter(isScaffold)) {
    const own = join(folder, `packages/own-${target.name}`)
    expect(await scaffold({ project, target, folder: own, mode: 'write' })).toMatchObject({
      status: 'written',
    })
  }

  const made = ['packages', 'pages']
    .flatMap((name) => filesBelow(join(folder, name)))
    .map((path) => readFileSync(path, 'utf8'))
  const all = made.join('\n')
  const lost = templates.filter((one) => !all.includes(mark(one)))
  expect(lost.map(({ target: name, path }) => `${name}/${path}`)).toEqual([])
  expect(templates.length).toBeGreaterThan(30)
})
