import { jsonText } from 'rpcloom/codegen'
import { isLocal } from './access.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'

const longest = 400

/**
 * Chooses the method for the landing page's sample call: anyone can call the method without
 * preparation, and its response is short.
 */
export function firstCall({ api, options, implemented }: SiteContext): Member | undefined {
  const called = api.groups.filter(({ key }) => !implemented.has(key))
  const all = called.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const named = all.find(({ method }) => method.name === options.start)
  if (named !== undefined) return named
  const size = ({ method }: Member): number =>
    jsonText(method.examples[0]?.result?.value ?? '').length
  const fit = all.filter(
    ({ method }) =>
      method.examples.length > 0 && method.doc.deprecated === undefined && method.effect === 'read',
  )
  const free = fit.filter(({ method }) => method.params.length === 0 && !isLocal(method))
  const short = free.filter((member) => size(member) < longest)
  const informative = short.filter((member) => size(member) > 30)
  // If no method has examples, an example is generated for the method with the fewest params.
  const bare = all.filter(({ method }) => method.effect === 'read' && method.params.length === 0)
  return informative[0] ?? short[0] ?? free[0] ?? fit[0] ?? bare[0] ?? all[0]
}
