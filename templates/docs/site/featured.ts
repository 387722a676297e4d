import { labelText } from 'rpcloom/codegen'
import type { Group, Method } from 'rpcloom/model'
import { code, codeLink, type Leaf, note } from '../page/leaf.ts'
import type { SiteContext } from './context.ts'
import { summaryOf } from './summary.ts'

interface Card {
  readonly link: Leaf
  readonly about: Leaf | undefined
  readonly call: Leaf
  readonly result: Leaf | undefined
}

export function featuredCards(context: SiteContext, group: Group): readonly Card[] {
  const byName = new Map(group.methods.map((method) => [method.name, method]))
  return group.featured.flatMap((name) => {
    const method = byName.get(name)
    return method === undefined ? [] : [cardOf(context, method)]
  })
}

function cardOf({ addresses, labels }: SiteContext, method: Method): Card {
  const { result } = method
  const parts = result === undefined || result.empty ? [] : labels.of(result)
  return {
    link: codeLink(addresses.method(method), method.name),
    about: note(summaryOf(method.doc)),
    call: code(callText(method)),
    // The label `object` gives no information.
    result: ['', 'object'].includes(labelText(parts)) ? undefined : { leaf: 'type', parts },
  }
}

const longest = 5

/** Formats the arguments of a call, such as `(address, block?)` or `({ addresses, limit? })`. */
function callText({ params, paramStructure }: Method): string {
  const names = params.slice(0, longest).map(({ name, required }) => (required ? name : `${name}?`))
  const list = [...names, ...(params.length > longest ? ['…'] : [])].join(', ')
  return paramStructure === 'by-name' && list !== '' ? `({ ${list} })` : `(${list})`
}
