import { type Api, type Group, serverSide } from 'rpcloom/model'
import {
  builtFirst,
  codeSpan,
  documentsMember,
  licenseFiles,
  Markup,
  type OutputFile,
  packageJson,
  readmeFile,
  type SampleMethod,
  samplePort,
  type TargetOptions,
  tsconfigJson,
  typesPackage,
} from 'rpcloom/codegen'
import { exportsOf } from './context.ts'
import { codeOf, exampleOf, peerSample } from './example.ts'
import { llms } from './llms.ts'
import { snippetsOf } from './snippets.ts'

/** Returns the files of the package other than its sources. */
export function packageFiles(all: Api, options: TargetOptions): readonly OutputFile[] {
  const api = serverSide(all)
  const peer = peerSample(all, options.packageName)
  return [
    packageJson(options, {
      documents: documentsMember(api),
      description: `Server of ${api.groups.map(({ title }) => title).join(', ')}`,
      entries: api.groups.map(({ slug }) => slug),
      dependencies: {
        [typesPackage(api, options)]: options.version,
      },
      devDependencies: { '@types/node': '20.19.43' },
    }),
    tsconfigJson({
      types: ['node'],
      references: builtFirst(options, 'types'),
    }),
    readme(api, options, peer),
    llms(api, options, peer),
    ...licenseFiles(options),
  ]
}

function readme(api: Api, options: TargetOptions, peer: string | undefined): OutputFile {
  const shown = exampleOf(api)
  return readmeFile(options, {
    packageName: options.packageName,
    code: new Markup(codeOf(api, shown, options)),
    curl: curlOf(api, shown) ?? '',
    disabled: disabledText(api),
    peer: peer === undefined ? undefined : new Markup(peer),
    ...snippetsOf(api, options.packageName),
    groups: api.groups.map((group) => ({
      title: group.title,
      handlers: codeSpan(exportsOf(group).handlers),
      path: pathText(group),
      entry: codeSpan(`${options.packageName}/${group.slug}`),
    })),
  })
}

/**
 * Matches names without special meaning in a shell or JSON. The README only shows commands for matching
 * names.
 */
const plainName = /^[\w./-]+$/

function curlOf(api: Api, example: SampleMethod | undefined): Markup | undefined {
  if (!example) return undefined
  const { group, method } = example
  const path = method.path ?? group.route.path
  if (!plainName.test(path) || !plainName.test(method.name)) return undefined
  return new Markup(`curl http://127.0.0.1:${samplePort(api)}${path} -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"${method.name}"}'`)
}

function pathText({ route }: Group): Markup {
  const { path, wsPath } = route
  if (wsPath === undefined || wsPath === path) return codeSpan(path)
  return new Markup(`${codeSpan(path).text}, ${codeSpan(wsPath).text} (WebSocket)`)
}

/** Lists the groups that are only served if a setting enables them. */
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
