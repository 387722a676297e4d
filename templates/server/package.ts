import type { Api, Group, Method } from 'rpcloom/model'
import {
  codeSpan,
  licenseFiles,
  Markup,
  memberName,
  type OutputFile,
  packageJson,
  quoteString,
  renderTemplate,
  type TargetOptions,
  tsconfigJson,
} from 'rpcloom/emit'
import { exportsOf } from './context.ts'
import { snippetsOf } from './snippets.ts'

/** What the package has beside its sources. */
export function packageFiles(api: Api, options: TargetOptions): readonly OutputFile[] {
  return [
    packageJson(options, {
      description: `Server of ${api.groups.map(({ title }) => title).join(', ')}`,
      entries: [...api.groups.map(({ slug }) => slug), 'testing'],
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({ types: ['node'] }),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const shown = exampleOf(api)
  const view = {
    packageName: options.packageName,
    code: new Markup(codeOf(shown, options)),
    curl: curlOf(shown) ?? '',
    disabled: disabledText(api),
    ...snippetsOf(api, options.packageName),
    groups: api.groups.map((group) => ({
      title: group.title,
      handlers: codeSpan(exportsOf(group).handlers),
      path: pathText(group),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}

interface Example {
  readonly group: Group
  readonly method: Method
}

/** The method to begin with: one that is served unless told otherwise, and rather one that asks for nothing. */
function exampleOf(api: Api): Example | undefined {
  const all = api.groups
    .flatMap((group) => group.methods.map((method) => ({ group, method })))
    .filter(({ method }) => method.result !== undefined)
  const served = all.filter(({ group, method }) =>
    [group, method].every((one) => isOn(one) && one.availability.http !== 'absent'),
  )
  const easy = served.find(({ method }) => method.params.every(({ required }) => !required))
  return easy ?? served[0] ?? all[0]
}

function isOn({ enabledBy }: Group | Method): boolean {
  return enabledBy?.default ?? true
}

/** Names that mean nothing to a shell or to JSON; others are not shown as a command. */
const plainName = /^[\w./-]+$/

function curlOf(example: Example | undefined): Markup | undefined {
  if (!example) return undefined
  const { group, method } = example
  const path = method.path ?? group.route.path
  if (!plainName.test(path) || !plainName.test(method.wire)) return undefined
  return new Markup(`curl http://127.0.0.1:8545${path} -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"${method.wire}"}'`)
}

function pathText({ route }: Group): Markup {
  const { path, wsPath } = route
  if (wsPath === undefined || wsPath === path) return codeSpan(path)
  return new Markup(`${codeSpan(path).text}, ${codeSpan(wsPath).text} (WebSocket)`)
}

/** Settings without which a group is not there, so that nobody wonders why its path is unknown. */
function disabledText({ groups }: Api): Markup | string {
  const lines = groups.flatMap(({ title, enabledBy }) =>
    enabledBy && !enabledBy.default ? [{ title, setting: enabledBy.setting }] : [],
  )
  if (lines.length === 0) return ''
  const named = lines.map(
    ({ title, setting }) => `${codeSpan(title).text} (${codeSpan(setting).text})`,
  )
  return new Markup(named.join(', '))
}

/** A server with one handler that throws, which fits every method. */
function codeOf(found: Example | undefined, options: TargetOptions): string {
  return [
    `import { createServer, RpcError } from ${quoteString(options.packageName)}`,
    '',
    `const server = createServer(${found === undefined ? '{}' : handlerText(found.group, found.method)})`,
    'const { url } = await server.listen({ port: 8545 })',
    'console.log(url, server.missing)',
  ].join('\n')
}

function handlerText(group: Group, method: Method): string {
  const handler = `{ ${memberName(method.member)}: () => { throw new RpcError(-32000, 'not yet') } }`
  const inner =
    method.namespace === '' ? handler : `{ ${memberName(method.namespace)}: ${handler} }`
  return `{ ${memberName(group.key)}: ${inner} }`
}
