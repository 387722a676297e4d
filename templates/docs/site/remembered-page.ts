import { type Ask, type Remember, remembering, watchApi } from 'rpcloom/emit'
import type { SiteContext } from './context.ts'
import { openLabels } from './type-label.ts'

/** Pages of which a run in the same process keeps those that it would make again as they are. */
export const rememberedPage: Remember<SiteContext> = remembering({
  apiOf: ({ api }) => api,
  watch: watchSite,
})

/** A site that has somebody note what is asked of it. */
function watchSite(site: SiteContext, ask: Ask<SiteContext>): SiteContext {
  const api = watchApi(site.api, (question) => ask((now) => question(now.api)))
  const addresses: SiteContext['addresses'] = {
    group: once((group) => ask((now) => now.addresses.group(group))),
    errors: once((group) => ask((now) => now.addresses.errors(group))),
    method: once((method) => ask((now) => now.addresses.method(method))),
    type: once((id) => ask((now) => now.addresses.type(id))),
  }
  return {
    api,
    addresses,
    options: ask((now) => now.options),
    tellsReach: ask((now) => now.tellsReach),
    labels: openLabels(api, addresses),
    catalogue: {
      method: (wire) => ask((now) => now.catalogue.method(wire)),
      usesOf: (id) => ask((now) => now.catalogue.usesOf(id)),
      parentsOf: (id) => ask((now) => now.catalogue.parentsOf(id)),
      kinOf: (member) => ask((now) => now.catalogue.kinOf(member)),
      get errors() {
        return ask((now) => now.catalogue.errors)
      },
    },
    bundles: {
      of: (group) => ({
        // Every reference counts, and what it leads to is the same object as long as it did not change.
        resolve: (ref, from, path) => {
          const steps = path && [...path]
          return ask((now) => now.bundles.of(group).resolve(ref, from, steps))
        },
        method: (wire) => ask((now) => now.bundles.of(group).method(wire)),
      }),
      holding: (named) => ask((now) => now.bundles.holding(named)),
    },
    frameBytes: once((group) => ask((now) => now.frameBytes(group))),
    entriesOf: once((id) => ask((now) => now.entriesOf(id))),
    errorTarget: (error) => ask((now) => now.errorTarget(error)),
  }
}

/** A page asks the same again and again: that is noted once. */
function once<Key, Answer>(answerOf: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, { readonly answer: Answer }>()
  return (key) => {
    const { answer } = known.get(key) ?? { answer: answerOf(key) }
    known.set(key, { answer })
    return answer
  }
}
