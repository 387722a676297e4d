import type { Api } from 'rpcloom/model'
import {
  groupPath,
  llmsFile,
  type OutputFile,
  quoteString,
  sampleMethods,
  type Snippet,
  type TargetOptions,
} from 'rpcloom/codegen'
import { clientLines, memberOf } from './example.ts'

/** Returns llms.txt, which explains the package to language models. */
export function llms(api: Api, options: TargetOptions): OutputFile {
  return llmsFile(api, options, {
    description: `Mock of ${api.groups.map(({ title }) => title).join(', ')}`,
    snippets: snippetsOf(api, options),
    pathOf: (group, method) => `mock${groupPath(group, method)}`,
  })
}

function snippetsOf(api: Api, options: TargetOptions): readonly Snippet[] {
  const from = quoteString(options.packageName)
  const [sample] = sampleMethods(api)
  const lines = clientLines(options)
  const request = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
  return [
    {
      title: 'In a test, without a port',
      code: [
        ...lines.imports,
        `import { createMock } from ${from}`,
        '',
        'const mock = createMock({ seed: 1 }) // the same seed returns the same results',
        ...lines.client,
        'console.log(mock.calls()) // oldest first',
        'mock.reset() // clears the calls and the configured responses',
      ].join('\n'),
    },
    ...(sample === undefined
      ? []
      : [
          {
            title: 'Configure the responses of a method',
            code: `import { createMock, RpcError } from ${from}

const mock = createMock()
${memberOf(sample)}.failsOnce(new RpcError(-32000, 'not yet')).delay(20)
${memberOf(sample)}.reset()`,
          },
        ]),
    {
      title: 'On a port',
      code: `import { createMock } from ${from}

const { url, close } = await createMock().listen({ port: 0 })
console.log(url)
await close()`,
    },
    {
      title: 'JSON strings without HTTP',
      code: `import { createMock } from ${from}

console.log(await createMock().handle('${request}'))`,
    },
    {
      title: 'Replace fetch',
      code: `import { createMock } from ${from}

const { fetch } = createMock()
const body = '${request}'
const headers = { 'content-type': 'application/json' }
const response = await fetch(new Request('http://127.0.0.1/', { method: 'POST', headers, body }))
console.log(response.status)`,
    },
  ]
}
