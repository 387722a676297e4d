import { described, inOrder, pairings, paramsOf } from './service.ts'
import type { Described, JsonObject } from './service.ts'
import { ofWrongType, outOfRange } from './wrong-values.ts'

/** A call with one param that does not fit, made from the document and an example. */
export interface Refused {
  readonly entry: Described
  readonly param: string
  readonly why: 'missing' | 'wrong type' | 'out of range'
  /** As they go on the wire. */
  readonly params: unknown
}

/** Where no notification can follow, a subscription is refused before its params are looked at. */
export const forSockets: readonly Described[] = described.filter(({ method, group }) =>
  group.methods.some(
    ({ wire, subscription }) =>
      subscription && (wire === method.wire || subscription.unsubscribe === method.wire),
  ),
)

/** Every param of every method: left out, of a wrong type, out of its range. */
export const refused: readonly Refused[] = described.flatMap((entry) => {
  if (forSockets.includes(entry)) return []
  const base = pairings.find(({ method }) => method === entry.method)?.params ?? {}
  return paramsOf(entry).flatMap(({ name, required, schema }): readonly Refused[] => {
    const wrong = schema && ofWrongType(schema)
    const beyond = schema && outOfRange(schema)
    const by = { entry, param: name } as const
    return [
      ...(required ? [{ ...by, why: 'missing', params: without(entry, base, name) } as const] : []),
      ...(wrong === undefined
        ? []
        : [
            {
              ...by,
              why: 'wrong type',
              params: withValue(entry, base, { [name]: wrong }),
            } as const,
          ]),
      ...(beyond === undefined
        ? []
        : [
            {
              ...by,
              why: 'out of range',
              params: withValue(entry, base, { [name]: beyond }),
            } as const,
          ]),
    ]
  })
})

/** By position only what stands at the end can be missing, so that goes with it. */
function without({ method }: Described, base: JsonObject, name: string): unknown {
  if (method.structure === 'by-position')
    return inOrder(method, base).slice(0, method.order.indexOf(name))
  return Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))
}

function withValue({ method }: Described, base: JsonObject, value: JsonObject): unknown {
  const params = { ...base, ...value }
  return method.structure === 'by-position' ? inOrder(method, params) : params
}
