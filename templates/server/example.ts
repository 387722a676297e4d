import type { Api, Group, Method } from 'rpcloom/model'
import {
  memberName,
  quoteString,
  type SampleMethod,
  sampleMethods,
  type TargetOptions,
} from 'rpcloom/codegen'

/** Returns the method that code samples implement. */
export function exampleOf(api: Api): SampleMethod | undefined {
  return sampleMethods(api).find(({ method }) => method.result !== undefined)
}

/** A server with one handler that throws, which is valid for every method. */
export function codeOf(found: SampleMethod | undefined, options: TargetOptions): string {
  return [
    `import { createServer, RpcError } from ${quoteString(options.packageName)}`,
    '',
    `const server = createServer(${found === undefined ? '{}' : handlerText(found.group, found.method, "new RpcError(-32000, 'not yet')")})`,
    'const { url } = await server.listen({ port: 8545 })',
    'console.log(url, server.unimplemented)',
  ].join('\n')
}

/** Handlers, one of which throws an error. */
export function handlerText(group: Group, method: Method, thrown: string): string {
  const handler = `{ ${memberName(method.member)}: () => { throw ${thrown} } }`
  const inner =
    method.namespace === '' ? handler : `{ ${memberName(method.namespace)}: ${handler} }`
  return `{ ${memberName(group.key)}: ${inner} }`
}
