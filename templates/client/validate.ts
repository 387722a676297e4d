import type { Api } from 'rpcloom/model'
import {
  docText,
  functionOf,
  openScope,
  propertyKey,
  quoteString,
  type SourceOutput,
} from 'rpcloom/codegen'
import { runtime } from './context.ts'

const path = 'src/validate.ts'
const checker = '@rpcloom/rpc/validate'

/** Returns the package entry that validates results; empty if no method has a result. */
export function validateEntries(api: Api): readonly string[] {
  return api.groups.some(({ methods }) => methods.some(({ result }) => result)) ? ['validate'] : []
}

/** Returns the module that validates results. It loads the documents of the types package on first use. */
export function validateModule(api: Api, types: string): readonly SourceOutput[] {
  if (validateEntries(api).length === 0) return []
  const scope = openScope(api, path, ['validate'], new Set())
  const transport = scope.use(runtime, 'Transport', 'type')
  const type = scope.use(checker, 'Documents', 'type')
  const loaders = api.groups.map(({ key, slug }) => {
    const from = quoteString(`${types}/documents/${slug}`)
    return `  ${propertyKey(key)}: async () => (await import(${from})).document(),`
  })
  return [
    scope.module([
      [`const documents: ${type} = {`, ...loaders, '}'].join('\n'),
      functionOf({
        name: 'validate',
        doc: docText({
          summary:
            'Validates results against the documents. An invalid result fails its call with a `ProtocolError`.',
        }),
        arguments: [{ name: 'transport', type: transport }],
        returns: transport,
        body: [`return ${scope.use(checker, 'validating', 'value')}(transport, documents)`],
      }),
    ]),
  ]
}
