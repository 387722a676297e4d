import { capitalized, gather, labelText } from 'rpcloom/codegen'
import type { Method, RpcErrorSpec } from 'rpcloom/model'
import { link, type Leaf, note, type Target } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import { inPages, partTarget } from './list-pages.ts'
import { type ErrorEntry, errorKey } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { endStop } from './deprecation.ts'
import { idOf, createIds } from './unique-names.ts'

export interface ErrorDescription {
  readonly reason: string | undefined
  readonly message: string
  readonly when: Leaf | undefined
  readonly help: Leaf | undefined
  readonly data: Leaf | undefined
}

export function errorDescription(context: SiteContext, error: RpcErrorSpec): ErrorDescription {
  const { reason, message, help } = error
  return {
    reason,
    message,
    when: whenNote(error),
    help: help === undefined ? undefined : note(`**What to do:** ${endStop(capitalized(help))}`),
    data: dataLabel(context, error),
  }
}

export function errorRows(
  context: SiteContext,
  method: Method,
): readonly (ErrorDescription & { readonly code: Leaf })[] {
  return method.errors.map((error) => ({
    code: link(context.errorTarget(error), String(error.code)),
    ...errorDescription(context, error),
  }))
}

/**
 * Returns a note on when an error occurs. Returns undefined if the note would only repeat the error
 * message.
 */
function whenNote({ when, message }: RpcErrorSpec): Leaf | undefined {
  if (when === undefined || when.toLowerCase() === message.toLowerCase()) return undefined
  return note(endStop(capitalized(when)))
}

function dataLabel(
  { labels }: SiteContext,
  { dataType, dataSchema }: RpcErrorSpec,
): Leaf | undefined {
  if (dataType === undefined) return undefined
  const parts = labels.of({ type: dataType, ...(dataSchema && { schema: dataSchema }) })
  return labelText(parts) === 'object' ? undefined : { leaf: 'type', parts }
}

/**
 * Returns the key of the only group that lists an error. Returns undefined if several groups list
 * the error, or if the site has a single group.
 */
export function ownerOf(
  { api }: Pick<SiteContext, 'api'>,
  { methods }: ErrorEntry,
): string | undefined {
  if (api.groups.length === 1) return undefined
  const [first] = methods
  return methods.every(({ group }) => group.key === first?.group.key) ? first?.group.key : undefined
}

/**
 * Maximum number of methods that are listed for an error. Beyond the maximum, only the number of
 * methods is shown.
 */
export const mostListed = 30

/** Maximum number of rows on a page. Each error with its sample is a row, and so are eight links to methods. */
const mostRows = 80
const linksInRow = 8

function rowsOfError({ methods }: ErrorEntry): number {
  const listed = methods.length > mostListed ? 0 : methods.length
  return 1 + Math.ceil(listed / linksInRow)
}

export function openErrorTargets(
  context: Pick<SiteContext, 'api' | 'addresses' | 'catalogue'>,
): SiteContext['errorTarget'] {
  const { addresses, catalogue } = context
  const ids = createIds(['content', 'menu', 'search', 'groups'])
  const byOwner = gather(catalogue.errors.map((entry) => [ownerOf(context, entry), entry] as const))
  const chosen = new Map<string, Target>()
  for (const [owner, entries] of byOwner) {
    const to = owner === undefined ? { page: fixedPages.errors } : addresses.errors({ key: owner })
    const pages = inPages(entries, mostRows, rowsOfError)
    for (const [index, some] of pages.entries()) {
      for (const { error } of some) {
        const fragment = ids.choose(idOf(`error${error.code}-${error.reason ?? error.identifier}`))
        chosen.set(errorKey(error), { ...partTarget(to, index), fragment })
      }
    }
  }
  return (error) => chosen.get(errorKey(error)) ?? { page: fixedPages.errors }
}
