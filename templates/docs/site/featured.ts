import type { Group, Method } from 'rpcloom/model'
import { code, codeLink, type Leaf, note } from '../page/leaf.ts'
import type { SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'
import { labelText } from './type-label.ts'

/** A method that most callers of a group come for. */
interface Card {
  readonly link: Leaf
  readonly about: Leaf | undefined
  readonly call: Leaf
  readonly result: Leaf | undefined
}

/** The methods that `x-group.featured` names, in its order. */
export function featuredCards(context: SiteContext, group: Group): readonly Card[] {
  const byWire = new Map(group.methods.map((method) => [method.wire, method]))
  return group.featured.flatMap((wire) => {
    const method = byWire.get(wire)
    return method === undefined ? [] : [cardOf(context, method)]
  })
}

function cardOf({ addresses, labels }: SiteContext, method: Method): Card {
  const summary = summaryOf(method.doc)
  const { result } = method
  const parts = result === undefined || result.empty ? [] : labels.of(result)
  return {
    link: codeLink(addresses.method(method), method.wire),
    about: summary === undefined ? undefined : note(summary),
    call: code(callText(method)),
    // That it is an object says nothing.
    result: ['', 'object'].includes(labelText(parts)) ? undefined : { leaf: 'type', parts },
  }
}

/** More params than this are cut. */
const longest = 5

/** `(address, block?)` or `({ addresses, limit? })`: what goes into a call. */
function callText({ params, paramStructure }: Method): string {
  const names = params.slice(0, longest).map(({ name, required }) => (required ? name : `${name}?`))
  const list = [...names, ...(params.length > longest ? ['…'] : [])].join(', ')
  return paramStructure === 'by-name' && list !== '' ? `({ ${list} })` : `(${list})`
}
