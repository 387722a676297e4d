import type { Doc, Group, Method, RpcErrorSpec } from '../model/types.ts'
import { docText } from './jsdoc.ts'
import { exampleCall, isPositional } from './signature.ts'

/** Doc comment of a method where it is called or implemented. */
export function methodDoc(group: Group, method: Method): string {
  return docText(method.doc, {
    notes: [...new Set(method.limits.map(({ text }) => text)), ...access(method)],
    since: method.since,
    tags: [
      ...(isPositional(method)
        ? method.params.map(({ identifier, doc }) => [`param ${identifier}`, proseOf(doc)] as const)
        : []),
      ...(method.result === undefined || method.result.empty
        ? []
        : ([['returns', proseOf(method.result.doc)]] as const)
      ).filter(([, text]) => text !== ''),
      ...method.errors.map((error) => ['throws', errorText(error)] as const),
    ],
    example: exampleCall(group, method),
  })
}

/** Short form for the standalone function: what it does, and whether it should still be used. */
export function standaloneDoc(method: Method): string {
  const { summary, description, deprecated } = method.doc
  const prose = summary ?? description
  return docText({
    ...(prose !== undefined && { summary: prose }),
    ...(deprecated !== undefined && { deprecated }),
  })
}

/** Prose of an element on one line. */
function proseOf({ summary, description }: Doc): string {
  return summary ?? description ?? ''
}

function errorText({ code, message, reason, when }: RpcErrorSpec): string {
  const name = reason === undefined ? '' : ` (${reason})`
  return `RpcError ${code}${name}: ${when ?? message}`
}

function access({ auth, availability, enabledBy }: Method): readonly string[] {
  const local = availability.http === 'node-local' && availability.ws !== 'public'
  return [
    ...(auth === 'keystore'
      ? ['Needs a keystore user: username and password are among the params.']
      : []),
    ...(local ? ['Not available on public nodes.'] : []),
    ...(enabledBy === undefined
      ? []
      : [
          `Needs the node setting \`${enabledBy.setting}\` (${enabledBy.default ? 'on' : 'off'} by default).`,
        ]),
  ]
}
