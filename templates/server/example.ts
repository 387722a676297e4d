import { type Api, clientGroups, type Group, type Method, namespaceNames } from 'rpcloom/model'
import {
  memberName,
  quoteString,
  samplePort,
  type SampleMethod,
  sampleMethods,
  type TargetOptions,
} from 'rpcloom/codegen'

/** Returns the method that the code samples implement; undefined if no method has a result. */
export function exampleOf(api: Api): SampleMethod | undefined {
  return sampleMethods(api).find(({ method }) => method.result !== undefined)
}

/**
 * Prints a server with one handler. The handler throws, since a throwing handler is valid for every type of
 * result.
 */
export function codeOf(api: Api, found: SampleMethod | undefined, options: TargetOptions): string {
  return [
    `import { createServer, RpcError } from ${quoteString(options.packageName)}`,
    '',
    `const server = createServer(${found === undefined ? '{}' : handlerText(found.group, found.method, "new RpcError(-32000, 'not yet')")})`,
    `const { url } = await server.listen({ port: ${samplePort(api)} })`,
    'console.log(url, server.unimplemented)',
  ].join('\n')
}

/** Returns a sample that serves a channel; undefined if clients implement no methods. */
export function peerSample(all: Api, packageName: string): string | undefined {
  if (clientGroups(all).length === 0) return undefined
  return [
    `import { createServer, stdio } from ${quoteString(packageName)}`,
    '',
    "const { client, closed } = createServer({}).attach(stdio(process, 'lines'))",
    '// The output of the process belongs to the channel.',
    'console.error(client, await closed)',
  ].join('\n')
}

export function handlerText(group: Group, method: Method, thrown: string): string {
  const handler = `{ ${memberName(method.member)}: () => { throw ${thrown} } }`
  return nestedText(group, method, handler)
}

/** Prints the handlers of all groups, given the handlers of a method's namespace. */
export function nestedText({ key }: Group, { namespace }: Method, handlers: string): string {
  return [key, ...namespaceNames(namespace)].reduceRight(
    (inner, name) => `{ ${memberName(name)}: ${inner} }`,
    handlers,
  )
}
