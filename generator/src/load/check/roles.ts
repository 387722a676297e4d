import { isRoles, rolesOf, type Side, sidesOf } from '@rpcloom/rpc/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Element } from '../../openrpc/elements.ts'
import { child } from '../../json/pointer.ts'

/** Checks `x-implemented-by` of all methods of a document. */
export function checkRoles(methods: readonly Element[]): readonly Finding[] {
  const [first] = methods
  const { isGuessed } = sidesOf(methods.map(({ json }) => json))
  return [
    ...methods.flatMap(malformedRoles),
    ...(isGuessed && first !== undefined ? [guessedServer(first)] : []),
    ...methods.flatMap(formerSender),
  ]
}

/** Returns the methods that each side implements. */
export function methodsBySide(
  methods: readonly Element[],
): Readonly<Record<Side, readonly Element[]>> {
  const { of: sidesOfMethod } = sidesOf(methods.map(({ json }) => json))
  const implementedBy = (side: Side): readonly Element[] =>
    methods.filter(({ json }) => sidesOfMethod(json).includes(side))
  return { server: implementedBy('server'), client: implementedBy('client') }
}

function malformedRoles({ file, pointer, json }: Element): readonly Finding[] {
  const declared = json['x-implemented-by']
  if (declared === undefined || isRoles(declared)) return []
  const message =
    'The extension x-implemented-by is malformed and ignored. It requires a list of roles, such as `["client"]`.'
  return [{ code: 'RL301', message, place: { file, pointer: child(pointer, 'x-implemented-by') } }]
}

function guessedServer({ file, pointer, json }: Element): Finding {
  const [role = ''] = rolesOf(json)
  const message = `No method is implemented by \`server\` or \`client\`; the first role, \`${role}\`, is read as the server, and every other role as the client.`
  return { code: 'RL313', message, place: { file, pointer: child(pointer, 'x-implemented-by') } }
}

function formerSender({ file, pointer, json }: Element): readonly Finding[] {
  if (json['x-sender'] !== 'server') return []
  const message =
    'The extension x-sender has no effect any more: clients would send the notification.'
  return [{ code: 'RL314', message, place: { file, pointer: child(pointer, 'x-sender') } }]
}
