import type { Api } from 'rpcloom/model'
import {
  accessPath,
  exampleArguments,
  exampleCall,
  llmsFile,
  type OutputFile,
  quoteString,
  type SampleMethod,
  type Snippet,
  type TargetOptions,
  type SampleTransport,
  sampleTransport,
} from 'rpcloom/codegen'
import { eventsSample, exampleOf, pagingSample } from './example.ts'

/** Returns llms.txt, which explains the package to language models. */
export function llms(api: Api, options: TargetOptions, peer: string | undefined): OutputFile {
  return llmsFile(api, options, {
    description: `Typed client of ${api.groups.map(({ title }) => title).join(', ')}`,
    snippets: [
      ...snippetsOf(api, options),
      ...(peer === undefined ? [] : [{ title: 'Answer calls of the server', code: peer }]),
    ],
    pathOf: accessPath,
  })
}

function snippetsOf(api: Api, { packageName }: TargetOptions): readonly Snippet[] {
  const example = exampleOf(api)
  const from = quoteString(packageName)
  const transport = sampleTransport(api)
  const { name, code: made } = transport
  const client = `const client = createClient({ transport: ${made} })`
  const call =
    example === undefined ? '' : `${exampleCall(api, example.group, example.method) ?? ''}\n`
  const [paging, events] = [pagingSample(api), eventsSample(api, packageName)]
  const shown = call.startsWith('const result') ? 'console.log(result)\n' : ''
  return [
    {
      title: 'A call',
      code: `import { createClient, ${name} } from ${from}\n\n${client}\n${call}${shown}`,
    },
    errors({ from, name, client, example, call }),
    ...(example === undefined
      ? []
      : [
          alone(packageName, transport, withArguments(api, example)),
          batch({ from, name, client }, withArguments(api, example)),
        ]),
    ...(paging === undefined
      ? []
      : [
          {
            title: 'All items of a paged method',
            code: `import { createClient, ${name} } from ${from}\n\n${client}\n${paging}`,
          },
        ]),
    ...(events === undefined ? [] : [{ title: 'Events', code: events }]),
    {
      title: 'Retries, timeout, headers',
      code: `import { createClient, ${name}, retry } from ${from}

const client = createClient({ transport: retry(${made}) })
const bounded = client.with({ timeoutMs: 5000, headers: { authorization: 'Bearer ...' } })
console.log(bounded)`,
    },
  ].map(({ title, code }) => ({ title, code: code.trimEnd() }))
}

interface ClientParts {
  readonly from: string
  readonly name: SampleTransport['name']
  readonly client: string
}

interface Parts extends ClientParts {
  readonly example: SampleMethod | undefined
  readonly call: string
}

function errors({ from, name: transport, client, example, call }: Parts): Snippet {
  const name = example === undefined ? '' : `, ${quoteString(example.method.name)}`
  const inner = call === '' ? 'console.log(client)\n' : call
  return {
    title: 'Errors',
    code: `import { createClient, ${transport}, isRpcError, TransportError } from ${from}

${client}
try {
  ${inner.trimEnd()}${inner.startsWith('const result') ? '\n  console.log(result)' : ''}
} catch (error) {
  if (isRpcError(error${name})) console.error(error.code, error.message)
  else if (error instanceof TransportError) console.error(error.message)
  else throw error
}`,
  }
}

/**
 * Returns a call of a standalone function. A program with only such calls does not load the client, so a
 * bundler can remove all other methods.
 */
function alone(
  packageName: string,
  { name, code }: SampleTransport,
  { group, method, given }: SampleCall,
): Snippet {
  const args = [code, ...given].join(', ')
  const { standalone } = method
  return {
    title: 'A single method',
    code: `import { ${name} } from ${quoteString(packageName)}
import { ${standalone} } from ${quoteString(`${packageName}/${group.slug}`)}

await ${standalone}(${args})`,
  }
}

function batch({ from, name, client }: ClientParts, { group, method, given }: SampleCall): Snippet {
  const path = accessPath(group, method, 'batch')
  const call = `${path}(${given.join(', ')})`
  return {
    title: 'Several calls in one request',
    code: `import { createClient, ${name} } from ${from}

${client}
await client.batch((batch) => Promise.all([${call}, ${call}]))`,
  }
}

/** A method with the arguments of its first example. */
interface SampleCall extends SampleMethod {
  readonly given: readonly string[]
}

function withArguments(api: Api, sample: SampleMethod): SampleCall {
  const text = exampleArguments(api, sample.method) ?? ''
  return { ...sample, given: text === '' ? [] : [text] }
}
