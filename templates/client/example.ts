import { type Api, clientGroups, type Group, memberPath } from 'rpcloom/model'
import {
  accessPath,
  exampleArguments,
  exampleCall,
  isPaged,
  memberName,
  ownerOf,
  quoteString,
  samplePeerAddress,
  sampleSocketAddress,
  type SampleMethod,
  sampleMethods,
  sampleTransport,
} from 'rpcloom/codegen'

/** Returns the method for code samples: the first method for which a call can be generated. */
export function exampleOf(api: Api): SampleMethod | undefined {
  return sampleMethods(api).find(({ group, method }) => exampleCall(api, group, method))
}

/** Returns a sample that loops over the events of the first topic without required params. */
export function eventsSample(api: Api, packageName: string): string | undefined {
  const [first] = api.groups.flatMap((group) =>
    group.methods
      .filter(({ params, subscription }) => subscription?.single ?? params.length > 0)
      .flatMap(({ subscription }) => subscription?.topics ?? [])
      .filter(({ params }) => params.every(({ required }) => !required))
      .map((topic) => ({ group, topic })),
  )
  if (!first) return undefined
  const { group, topic } = first
  return [
    ...clientLines(api, packageName, group),
    `for await (const event of ${ownerOf(group, 'subscribe')}.subscribe(${quoteString(topic.name)})) {`,
    '  console.log(event)',
    '}',
  ].join('\n')
}

/** Returns the lines that create a client for the events of a group. */
function clientLines(api: Api, packageName: string, group: Group): readonly string[] {
  const { name, code } = sampleTransport(api)
  const from = quoteString(packageName)
  if (name === 'webSocket') {
    return [
      `import { createClient, webSocket } from ${from}`,
      '',
      `const client = createClient({ transport: ${code} })`,
    ]
  }
  return [
    `import { createClient, http, webSocket } from ${from}`,
    '',
    'const client = createClient({',
    `  transport: ${code},`,
    `  subscriptions: webSocket(${quoteString(sampleSocketAddress(api, group))}),`,
    '})',
  ]
}

/** Returns a loop over the items of the first paged method that has an example. */
export function pagingSample(api: Api): string | undefined {
  const found = sampleMethods(api).find(
    ({ method }) => isPaged(method) && exampleArguments(api, method) !== undefined,
  )
  if (found === undefined) return undefined
  const items = `${accessPath(found.group, found.method)}.items(${exampleArguments(api, found.method)})`
  return [`for await (const item of ${items}) {`, '  console.log(item)', '}'].join('\n')
}

/** Returns a sample with a handler of the first method that the client implements; undefined if it implements none. */
export function peerSample(all: Api, packageName: string): string | undefined {
  const groups = clientGroups(all)
  const [group] = groups
  const [method] = group?.methods ?? []
  if (group === undefined || method === undefined) return undefined
  const path = [...(groups.length > 1 ? [group.key] : []), ...memberPath(method)]
  const handlers = path.reduceRight(
    (inner, name) => `{ ${memberName(name)}: ${inner} }`,
    "() => { throw new Error('not yet') }",
  )
  const url = samplePeerAddress(all)
  return [
    `import { createPeer, socket } from ${quoteString(`${packageName}/peer`)}`,
    '',
    'const peer = createPeer({',
    `  channel: socket(${quoteString(url)}),`,
    `  handlers: ${handlers},`,
    '})',
    'console.log(await peer.closed)',
  ].join('\n')
}
