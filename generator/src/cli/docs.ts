import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import type { DerivedOutput } from '../codegen/target.ts'
import { hasErrors, toDiagnostics } from '../diagnostics/diagnostics.ts'
import type { Config } from '../engine/config.ts'
import { readApi } from '../engine/read-api.ts'
import { runTargets } from '../engine/run-targets.ts'
import { isRemoteInput } from '../load/read/inputs.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { portFault, portOf, portOption, stopped } from './serving.ts'
import { ownVersion } from './version.ts'

const options = { ...projectOptions, port: portOption, ...commonOptions } as const

export const docsCommand: Command = defineCommand({
  about: [
    'serves the docs of a running server (by rpc.discover), of a document, or of the configuration, until it is stopped. Nothing is written.',
  ],
  options,
  examples: ['rpcloom docs http://127.0.0.1:8545', 'rpcloom docs openrpc.json --port 8080'],
  takes: { least: 0, most: 1, otherwise: '`docs` takes at most one URL or file.' },
  fault: (values, [source]) => {
    if (source !== undefined && (values.input ?? values.config) !== undefined)
      return 'A URL or file cannot be combined with --input or --config.'
    return portOf(values) === undefined ? portFault : projectFault(values)
  },
  run,
})

async function run({ values, positionals, output }: Call<typeof options>): Promise<ExitCode> {
  const [source] = positionals
  const given = source === undefined ? values : { ...values, ...inputOf(source) }
  const found = await findProject(given, { out: '.', targets: 'docs', scope: '@docs' }, output)
  if (found === undefined) return 2
  const { root, targets } = found.project
  const config = found.configPath === undefined ? named(found.project.config) : found.project.config
  output.progress('Reading the documents')
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics.filter(({ severity }) => severity === 'error'))
  if (input.loaded === undefined || hasErrors(input.diagnostics)) return 2
  const docs = targets.filter(({ name }) => name === 'docs')
  const { derived, findings } = await runTargets(input.api, docs, { root, config, targets })
  if (findings.length > 0) {
    output.diagnostics(toDiagnostics(findings, new Map()))
    return 2
  }
  const server = createServer(siteListener(derived))
  server.listen(portOf(values) ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  if (output.json) output.line(JSON.stringify({ url }))
  else output.note(`Docs: ${url}`)
  await stopped()
  server.closeAllConnections()
  server.close()
  return 0
}

function inputOf(source: string): {
  readonly input: readonly string[]
  readonly 'allow-remote'?: true
} {
  return { input: [source], ...(isRemoteInput(source) && { 'allow-remote': true }) }
}

/** Names the docs, because pages show the name and version of their package. */
function named(config: Config): Config {
  const docs = { packageName: 'rpcloom docs', options: {} }
  return { ...config, version: ownVersion(), targets: { docs } }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src http: https: ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** Returns a listener that prints files of the site when they are requested. */
function siteListener(
  derived: readonly DerivedOutput[],
): (request: IncomingMessage, response: ServerResponse) => void {
  const files = new Map(derived.map((file) => [file.path, file]))
  const texts = new Map<string, string>()
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? files.get(path)?.text((other) => textOf(`docs/${other}`)) ?? ''
    texts.set(path, text)
    return text
  }
  return (request, response) => {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    // Another site could read the pages by a host name that resolves to this machine.
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
      return send(421, 'text/plain', 'Unknown host\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(405, 'text/plain', 'Only GET and HEAD\n')
    const path = pathOf(request.url ?? '/')
    if (files.has(path)) return send(200, types[extname(path)] ?? 'text/plain', textOf(path))
    // The links of the page are relative to the folder of the site.
    const links = /(\s(?:href|src|data-root)=")(?!#|https?:)/g
    return send(404, 'text/html', textOf('docs/site/404.html').replace(links, '$1/'))
  }
}

/** Returns the path of the file for a URL. Paths that are not encoded properly lead to no file. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  const file = path.endsWith('/') ? `${path}index.html` : path
  try {
    return `docs/site${decodeURIComponent(file)}`
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
