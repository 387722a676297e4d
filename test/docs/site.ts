import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { targets } from '@rpcloom/templates'
import MarkdownIt, { type Token } from 'markdown-it'
import type { GuideFile } from 'rpcloom/codegen'
import { load } from 'rpcloom/load'
import { type Api, buildApi, type JsonObject } from 'rpcloom/model'
import { build } from '../model/documents.ts'

export const root: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Files of a docs package by path. */
export type Files = ReadonlyMap<string, string>

// Both are made once for all suites of a worker.
let api: Promise<Api> | undefined
let files: Promise<Files> | undefined

/** The model of the documents in `openrpc/`. */
export function ourApi(): Promise<Api> {
  api ??= loadOurApi()
  return api
}

/** The files of the docs package of the documents in `openrpc/`. */
export function ourFiles(): Promise<Files> {
  files ??= ourDocs()
  return files
}

async function ourDocs(only?: RegExp): Promise<Files> {
  return docsFiles(
    await ourApi(),
    { title: 'Node API' },
    { client: '@native-node/client', docs: '@test/docs' },
    { guides: ourGuides(), ...(only && { only }) },
  )
}

const searchScripts = /^site\/assets\/search/

/** The scripts of the search in the documents in `openrpc/`. */
export const ourSearch = (): Promise<Files> => ourDocs(searchScripts)

/** The guides in `openrpc/guides/`. */
function ourGuides(): readonly GuideFile[] {
  const folder = 'openrpc/guides'
  return readdirSync(join(root, folder)).map((name) => ({
    path: `${folder}/${name}`,
    text: readFileSync(join(root, folder, name), 'utf8'),
  }))
}

/** Builds the model of the documents whose file names match. */
export async function loadOurApi(wanted = /\.openrpc\.json$/): Promise<Api> {
  const inputs = readdirSync(join(root, 'openrpc')).filter((file) => wanted.test(file))
  const { loaded, diagnostics } = await load({
    root,
    inputs: inputs.map((file) => `openrpc/${file}`),
    formats: './openrpc/formats.ts',
  })
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 5)))
  return buildApi(loaded, { scope: '@test' }).api
}

/** Templates and guides of a project, and the paths of the files to print; all if absent. */
interface Own {
  readonly only?: RegExp
  readonly overrides?: Readonly<Record<string, string>>
  readonly guides?: readonly GuideFile[]
}

export async function docsFiles(
  api: Api,
  options: Readonly<Record<string, unknown>> = {},
  siblings: Readonly<Record<string, string>> = { client: '@test/client', docs: '@test/docs' },
  { overrides = {}, guides = [], only = /^/ }: Own = {},
): Promise<Files> {
  const target = targets.find(({ name }) => name === 'docs')
  if (target === undefined) throw new Error('There is no docs target')
  const files = await target.files(api, {
    packageName: '@test/docs',
    version: '1.0.0',
    runtimeVersion: '0.1.0',
    siblings,
    templates: {
      ...(target.templateFolder && templatesBelow(fileURLToPath(target.templateFolder))),
      ...overrides,
    },
    options,
    guides,
  })
  const byPath = new Map(files.map((file) => [file.path, file]))
  const textOf = (path: string): string => {
    const file = byPath.get(path)
    if (file === undefined || file.kind === 'typescript') throw new Error(`${path} is no text`)
    return file.kind === 'derived' ? file.text(textOf) : file.text
  }
  const printed = [...byPath.keys()].filter((path) => only.test(path))
  return new Map(printed.map((path) => [path, textOf(path)]))
}

const corpus = join(process.env['RPCLOOM_SHARED'] ?? join(root, '../shared'), 'corpus')

/** The scripts of the search in a document of the corpus. */
export function corpusSearch(name: string): Promise<Files> {
  const document: JsonObject = JSON.parse(readFileSync(join(corpus, `${name}.json`), 'utf8'))
  return docsFiles(build(document).api, {}, undefined, { only: searchScripts })
}

/** Templates of a target, as the engine loads them. */
export function templatesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const wanted = paths.filter((path) => /\.(hbs|css|js|svg)$/.test(path))
  return Object.fromEntries(
    wanted.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  )
}

/** Returns the pages of a site, by path. */
export function pagesOf(files: Files, extension: '.html' | '.md' | '.mdx'): Files {
  return new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith('site/') && path.endsWith(extension) ? [[path.slice(5), text] as const] : [],
    ),
  )
}

/** Returns the values of an attribute on a page, with decoded entities. */
export function attributes(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}

/** Returns broken links of a site: to a missing file, or to a missing anchor. */
export function deadLinks(files: Files): readonly string[] {
  const html = pagesOf(files, '.html')
  const ids = new Map([...html].map(([path, text]) => [path, new Set(attributes(text, 'id'))]))
  const dead: string[] = []
  for (const [path, text] of html) {
    for (const href of [...attributes(text, 'href'), ...attributes(text, 'src')]) {
      if (/^https?:/.test(href)) continue
      const [address = '', fragment] = href.split('#')
      const to = address === '' ? path : posix.join(posix.dirname(path), decodeURI(address))
      const isThere = files.has(`site/${to}`)
      const hasPlace = fragment === undefined || ids.get(to)?.has(decodeURIComponent(fragment))
      if (!isThere || !hasPlace) dead.push(`${path}: ${href}`)
    }
  }
  for (const [path, text] of [...pagesOf(files, '.md'), ...pagesOf(files, '.mdx')]) {
    for (const token of markdownTokens(text)) {
      const href = String(token.attrGet('href') ?? 'https:')
      if (/^https?:|^#/.test(href)) continue
      const to = posix.join(posix.dirname(path), decodeURI(href.replace(/#.*/, '')))
      if (!files.has(`site/${to}`)) dead.push(`${path}: ${href}`)
    }
  }
  return dead
}

/**
 * Returns the pages that make a browser load more than 30 kB when a reader opens them first: the page, its style sheet
 * and its scripts, compressed.
 */
export function heavyFirstPages(html: Files, textOf: (path: string) => string): readonly string[] {
  const size = (text: string): number => gzipSync(text).length
  const assets = ['style.css', 'theme.js', 'site.js'].map((name) => size(textOf(`assets/${name}`)))
  const shared = assets.reduce((sum, one) => sum + one)
  return [...html].flatMap(([path, text]) => {
    const total = size(text) + shared
    return total > 30_000 ? [`${path}: ${total} bytes`] : []
  })
}

/** Returns the tokens of a Markdown page, including raw HTML. */
export function markdownTokens(page: string): readonly Token[] {
  const lenient = new MarkdownIt({ html: true })
  lenient.validateLink = () => true
  const body = page.replace(/^---\n[\s\S]*?\n---\n/, '')
  return lenient.parse(body, {}).flatMap((token) => [token, ...(token.children ?? [])])
}
