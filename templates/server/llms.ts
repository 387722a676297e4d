import type { Api } from 'rpcloom/model'
import {
  groupPath,
  llmsFile,
  memberAccess,
  numberLiteral,
  type OutputFile,
  quoteString,
  type Snippet,
  type TargetOptions,
  samplePort,
} from 'rpcloom/codegen'
import { codeOf, exampleOf, handlerText } from './example.ts'
import { elsewhere, guarding, listening } from './snippets.ts'

/** Returns llms.txt, which explains the package to language models. */
export function llms(api: Api, options: TargetOptions, peer: string | undefined): OutputFile {
  const from = quoteString(options.packageName)
  return llmsFile(api, options, {
    description: `Server of ${api.groups.map(({ title }) => title).join(', ')}, for handlers that you write`,
    snippets: [
      { title: 'A server', code: codeOf(api, exampleOf(api), options) },
      ...refusing(api, from),
      { title: 'Listen and close', code: listening(from, samplePort(api)).text },
      { title: 'Limits, authentication and monitoring', code: guarding(from).text },
      ...(peer === undefined ? [] : [{ title: 'Serve a channel', code: peer }]),
      { title: 'Other platforms', code: elsewhere(from).text },
    ],
    pathOf: (group, method) => groupPath(group, method).replace(/^\./, ''),
  })
}

function refusing(api: Api, from: string): readonly Snippet[] {
  const found = exampleOf(api)
  const error = found?.group.errors.find(
    ({ code, dataType }) => dataType === undefined && numberLiteral(code) !== undefined,
  )
  if (found === undefined || error === undefined) return []
  const { group, method } = found
  const thrown = `rpcErrors${memberAccess(group.key)}${memberAccess(error.identifier)}()`
  return [
    {
      title: 'Throw an error of the document',
      code: `import { createServer, rpcErrors } from ${from}

const server = createServer(${handlerText(group, method, thrown)})
console.log(await server.handle('{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'))`,
    },
  ]
}
