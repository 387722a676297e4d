import type { Api } from 'rpcloom/model'
import { docText, functionOf, numberLiteral, openScope, type SourceOutput } from 'rpcloom/codegen'
import { codegen, runtime } from './context.ts'

/** Name of the package entry with `recognized`. */
export const reasonsEntry = 'reasons'

/**
 * Returns the module that recognizes errors of servers that do not send the reason. It is a separate package
 * entry, so that programs load the error patterns only if they need them.
 */
export function reasonsModule(api: Api, types: string): readonly SourceOutput[] {
  if (!hasReasons(api)) return []
  const path = `src/${reasonsEntry}.ts`
  const scope = openScope(api, path, ['recognized'], new Set())
  const transport = scope.use(runtime, 'Transport', 'type')
  const errors = scope.use(`${types}/errors`, 'errors', 'value')
  const byMethod = scope.use(`${types}/errors`, 'errorsByMethod', 'value')
  return [
    scope.module([
      functionOf({
        name: 'recognized',
        doc: docText({
          summary:
            'Wraps the transport to a server that does not send error reasons. Sets `reason` by the codes and message patterns of the document.',
        }),
        arguments: [{ name: 'transport', type: transport }],
        returns: transport,
        body: [
          `return ${scope.use(codegen, 'withReasons', 'value')}(transport, ${errors}, ${byMethod})`,
        ],
      }),
    ]),
  ]
}

/** Whether any error has a symbolic name. */
export function hasReasons({ groups }: Api): boolean {
  return groups.some(({ methods }) =>
    methods.some(({ errors }) =>
      errors.some(({ code, reason }) => reason !== undefined && numberLiteral(code) !== undefined),
    ),
  )
}
