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
      entries: api.groups.map(({ slug }) => slug),
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({ types: ['node'] }),
    readme(api, options),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions): OutputFile {
  const view = {
    packageName: options.packageName,
    code: new Markup(codeOf(api, options)),
    ...snippetsOf(api, options.packageName),
    groups: api.groups.map((group) => ({
      title: group.title,
      handlers: codeSpan(exportsOf(group).handlers),
      path: codeSpan(group.route.path),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  }
  const text = renderTemplate(options.templates['README.md.hbs'] ?? '', view, {
    output: 'markdown',
  })
  return { kind: 'text', path: 'README.md', text, format: 'markdown' }
}

/** A server with one handler that throws, which fits every method. */
function codeOf(api: Api, options: TargetOptions): string {
  const found = api.groups
    .flatMap((group) => group.methods.map((method) => ({ group, method })))
    .find(({ method }) => method.result !== undefined)
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
