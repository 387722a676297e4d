import type { Api } from 'rpcloom/model'
import {
  groupPath,
  llmsFile,
  type OutputFile,
  quoteString,
  sampleMethods,
  type Snippet,
  type TargetOptions,
} from 'rpcloom/emit'
import { clientLines, memberOf } from './example.ts'

/** llms.txt: explains the package to language models. */
export function llms(api: Api, options: TargetOptions): OutputFile {
  return llmsFile(api, options, {
    description: `Mock of ${api.groups.map(({ title }) => title).join(', ')}`,
    snippets: snippetsOf(api, options),
    pathOf: (group, method) => `mock${groupPath(group, method)}`,
  })
}

function snippetsOf(api: Api, options: TargetOptions): readonly Snippet[] {
  const from = quoteString(options.packageName)
  const [told] = sampleMethods(api)
  const lines = clientLines(options)
  const request = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
  return [
    {
      title: 'In a test, without a port',
      code: [
        ...lines.imports,
        `import { createMock } from ${from}`,
        '',
        'const mock = createMock({ seed: 1 }) // the same seed, the same answers',
        ...lines.client,
        'console.log(mock.calls()) // what was called, oldest first',
        'mock.reset() // forgets that, and what methods were told',
      ].join('\n'),
    },
    ...(told === undefined
      ? []
      : [
          {
            title: 'Telling a method what to answer',
            code: `import { createMock, RpcError } from ${from}

const mock = createMock()
${memberOf(told)}.failsOnce(new RpcError(-32000, 'not yet')).delay(20)
${memberOf(told)}.reset()`,
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
      title: 'Text for text',
      code: `import { createMock } from ${from}

console.log(await createMock().handle('${request}'))`,
    },
    {
      title: 'In place of fetch',
      code: `import { createMock } from ${from}

const { fetch } = createMock()
const body = '${request}'
const headers = { 'content-type': 'application/json' }
const response = await fetch(new Request('http://127.0.0.1/', { method: 'POST', headers, body }))
console.log(response.status)`,
    },
  ]
}
