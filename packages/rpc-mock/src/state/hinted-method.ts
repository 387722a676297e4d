import { isRecord } from '@rpcloom/rpc'
import { type OpenRpcDocument, type OpenRpcMethod } from '@rpcloom/rpc/internal'
import { canonicalText, dereference, recordOf } from '@rpcloom/schema/internal'
import { declaredMember, memberNames } from '../member-schema.ts'
import { normalize } from '../normalize.ts'
import { type HintsByMethod, hintsOf, type MockHints } from './hints.ts'

/** A method, with its hints and its document. */
export interface HintedMethod {
  readonly method: OpenRpcMethod
  readonly document: OpenRpcDocument
  readonly hints: MockHints
}

/** Returns the methods of a document by name. */
export function hintedMethods(
  document: OpenRpcDocument,
  overrides: HintsByMethod,
): ReadonlyMap<string, HintedMethod> {
  return new Map(
    [...document.methods].map(([name, method]) => {
      const declared = Object.hasOwn(overrides, name) ? overrides[name] : undefined
      const hints = declared ?? withSchemaHints(method, document)
      return [name, { method, document, hints }]
    }),
  )
}

/**
 * Returns the hints of a method, including the hints in the schemas of its result members (states and
 * counters).
 */
function withSchemaHints(method: OpenRpcMethod, { resolve }: OpenRpcDocument): MockHints {
  let hints = hintsOf(method.json['x-mock'])
  const schema = method.result?.schema
  for (const member of ['', ...memberNames(schema, resolve)]) {
    const part = dereference(
      member === '' ? schema : declaredMember(schema, member, resolve),
      resolve,
    )
    const { states, unknown, counter, step, ...declared } = hintsOf(recordOf(part)['x-mock'])
    const { finds, counts } = hints
    if (states && finds && !finds.states) {
      const named = { member: declared.member ?? member, ...finds, states }
      hints = { ...hints, finds: { ...named, ...(unknown && { unknown }) } }
    }
    if (counter !== undefined && !counts)
      hints = { ...hints, counts: { counter, member, ...(step !== undefined && { step }) } }
  }
  return hints
}

/** Returns the names of the collections, counters and states that hints use. */
export function stateNames({
  advances = [],
  counts,
  moves,
  ...hints
}: MockHints): readonly string[] {
  const { requires, finds, deletes, creates, lists } = hints
  const collections = [requires, finds, deletes, creates, lists].map((hint) => hint?.collection)
  const all = [...collections, ...advances, counts?.counter, moves?.thing]
  return all.filter((name) => name !== undefined)
}

/** Returns the names of the params or members that identify records of a collection. */
export function keyParams(
  { requires, finds, deletes, creates, lists }: MockHints,
  collection: string,
): readonly string[] {
  return [requires, finds, deletes, creates, lists && { ...lists, key: lists.item }].flatMap(
    (hint) => (hint?.collection === collection && hint.key !== undefined ? [hint.key] : []),
  )
}

/**
 * Returns the member of the result that contains the list: declared by the hints or `x-pagination`, or else
 * the first list in the result. `''` means the whole result.
 */
export function itemsMember({ method, hints, document: { resolve } }: HintedMethod): string {
  const declared = hints.lists?.items ?? method.pagination?.items
  if (declared !== undefined) return declared
  const schema = method.result?.schema
  const list = memberNames(schema, resolve).find((name) => {
    const member = dereference(declaredMember(schema, name, resolve), resolve)
    return isRecord(member) && [member['type']].flat().includes('array')
  })
  return list ?? ''
}

/** Returns the schema of an item of the list. */
export function itemSchema(hinted: HintedMethod): unknown {
  const { method, document } = hinted
  const schema = method.result?.schema
  const member = itemsMember(hinted)
  const list = member === '' ? schema : declaredMember(schema, member, document.resolve)
  return declaredMember(list, 0, document.resolve)
}

/** Returns the normalized value of a param as a record key; `undefined` if the param is omitted. */
export function keyText(
  { method, document }: HintedMethod,
  name: string,
  value: unknown,
): string | undefined {
  if (value === undefined || value === null) return undefined
  const param = method.params.find((one) => one.name === name)
  return canonicalText(normalize(value, param?.schema, document.resolve))
}
