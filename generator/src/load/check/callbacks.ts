import { paramsOf } from '@rpcloom/rpc/internal'
import { memberSchemas, ownStructure, possibleSchemas } from '@rpcloom/schema/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { stringOf } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import { nearestWord } from '../../json/suggest.ts'
import { isObject } from '../../json/pointer.ts'
import { type Element, elementsBy, type Resolve } from '../../openrpc/elements.ts'
import { placesBy } from '../../openrpc/places.ts'

interface Scope {
  readonly document: Element
  readonly methods: readonly Element[]
  /** Whether a method has a param. */
  readonly hasParam: (method: Element, name: string) => boolean
}

/** Checks that a document has the notifications and params that its `x-cancel` and `x-progress` name. */
export function checkCallbacks(
  document: Element,
  methods: readonly Element[],
  resolve: Resolve,
): readonly Finding[] {
  const elements = elementsBy(resolve)
  const hasParam = (method: Element, name: string): boolean => {
    const whole = method.json['x-params']
    return isObject(whole)
      ? mayHaveMember(whole, name, { method, resolve })
      : paramsOf(method, elements).some((param) => param.name === name)
  }
  const scope = { document, methods, hasParam }
  return [
    ...checkNotification(scope, 'x-cancel', ['id']),
    ...checkNotification(scope, 'x-progress', ['token', 'value']),
    ...checkToken(scope),
  ]
}

/** Checks that a notification exists and has the params that members of an extension name. */
function checkNotification(
  { document, methods, hasParam }: Scope,
  extension: string,
  members: readonly string[],
): readonly Finding[] {
  const declared = document.json[extension]
  const name = stringOf(declared, 'method')
  if (name === undefined) return []
  const finding = (member: string, message: string): Finding => ({
    code: 'RL315',
    message: `The member ${member} of ${extension} names ${message}.`,
    place: below(document, extension, member),
  })
  const found = methods.filter(({ json }) => json['name'] === name)
  // Peers send and handle the notification also if it is not listed.
  if (found.length === 0) {
    const listed = methods.flatMap(({ json }) => stringOf(json, 'name') ?? [])
    const similar = nearestWord(name, listed)
    if (similar === undefined) return []
    return [finding('method', `${name}, which the document does not have. It has ${similar}`)]
  }
  const notifications = found.filter(({ json }) => json['result'] === undefined)
  if (notifications.length === 0)
    return [finding('method', `${name}, which has a result, so that it is no notification`)]
  return members.flatMap((member) => {
    const param = stringOf(declared, member)
    if (param === undefined || notifications.some((method) => hasParam(method, param))) return []
    return [finding(member, `the param ${param}, which ${name} does not have`)]
  })
}

/** Checks that a call has the param by which callers ask for progress. */
function checkToken({ document, methods, hasParam }: Scope): readonly Finding[] {
  const param = stringOf(document.json['x-progress'], 'param')
  const [first] = param?.split('/').filter((step) => step !== '') ?? []
  const calls = methods.filter(({ json }) => json['result'] !== undefined)
  if (first === undefined || calls.some((method) => hasParam(method, first))) return []
  const message = `The member param of x-progress names the param ${first}, which no method with a result has.`
  return [{ code: 'RL315', message, place: below(document, 'x-progress', 'param') }]
}

/** Whether an object that matches a schema may have a member. Any may, if the schema declares none. */
function mayHaveMember(
  schema: Element['json'],
  name: string,
  { method, resolve }: { readonly method: Element; readonly resolve: Resolve },
): boolean {
  const whole = { json: schema, place: below(method, 'x-params') }
  const schemas = possibleSchemas([whole], placesBy(resolve)).flatMap(({ json }) =>
    isObject(json) ? [json] : [],
  )
  return (
    memberSchemas(schemas, name).some((member) => member !== false) ||
    schemas.every((one) => ownStructure(one).properties.size === 0)
  )
}
