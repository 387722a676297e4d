import type { Api, Group, Method } from 'rpcloom/model'
import { memberName, quoteString, type TargetOptions } from 'rpcloom/emit'

/** A method that samples of code fill. */
export interface Example {
  readonly group: Group
  readonly method: Method
}

/** The method to begin with: one that is served unless told otherwise, and rather one that asks for nothing. */
export function exampleOf(api: Api): Example | undefined {
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

/** A server with one handler that throws, which fits every method. */
export function codeOf(found: Example | undefined, options: TargetOptions): string {
  return [
    `import { createServer, RpcError } from ${quoteString(options.packageName)}`,
    '',
    `const server = createServer(${found === undefined ? '{}' : handlerText(found.group, found.method, "new RpcError(-32000, 'not yet')")})`,
    'const { url } = await server.listen({ port: 8545 })',
    'console.log(url, server.missing)',
  ].join('\n')
}

/** Handlers of which one fails with what it throws. */
export function handlerText(group: Group, method: Method, thrown: string): string {
  const handler = `{ ${memberName(method.member)}: () => { throw ${thrown} } }`
  const inner =
    method.namespace === '' ? handler : `{ ${memberName(method.namespace)}: ${handler} }`
  return `{ ${memberName(group.key)}: ${inner} }`
}
