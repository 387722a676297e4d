import type { Method, RpcErrorSpec } from 'rpcloom/model'
import { link, type Leaf, note } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import { type ErrorEntry, errorKey } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { sentence } from './sentence.ts'
import { labelText } from './type-label.ts'
import { idOf, openIds } from './stems.ts'

/** A row of the table of errors. */
export interface ErrorRow {
  readonly code: Leaf
  readonly reason: string | undefined
  readonly message: string
  readonly when: Leaf | undefined
  readonly help: Leaf | undefined
  readonly data: Leaf | undefined
}

/** The errors that a method lists, with links to the page of all errors. */
export function errorRows(context: SiteContext, method: Method): readonly ErrorRow[] {
  return method.errors.map((error) => ({
    code: link(context.errorTarget(error), String(error.code)),
    reason: error.reason,
    message: error.message,
    when: error.when === undefined ? undefined : note(sentence(error.when)),
    help: helpNote(error),
    data: dataLabel(context, error),
  }))
}

/** What a caller can do about an error, as a sentence of its own. */
export function helpNote({ help }: RpcErrorSpec): Leaf | undefined {
  return help === undefined ? undefined : note(`**What to do:** ${sentence(help)}`)
}

/** Type of an error's `data`, where it says something. */
export function dataLabel(
  { labels }: SiteContext,
  { dataType, dataSchema }: RpcErrorSpec,
): Leaf | undefined {
  if (dataType === undefined) return undefined
  const parts = labels.of({ type: dataType, ...(dataSchema && { schema: dataSchema }) })
  return labelText(parts) === 'object' ? undefined : { leaf: 'type', parts }
}

/** The key of the group that alone lists an error; undefined where several do. */
export function ownerOf({ methods }: ErrorEntry): string | undefined {
  const [first] = methods
  return methods.every(({ group }) => group.key === first?.group.key) ? first?.group.key : undefined
}

/** Chooses where the page of an error's group, or of all groups, tells of it. */
export function openErrorTargets({
  addresses,
  catalogue,
}: Pick<SiteContext, 'addresses' | 'catalogue'>): SiteContext['errorTarget'] {
  const ids = openIds(['content', 'menu', 'search', 'groups'])
  const chosen = new Map(
    catalogue.errors.map((entry) => {
      const { error } = entry
      const owner = ownerOf(entry)
      const page = owner === undefined ? fixedPages.errors : addresses.errors({ key: owner }).page
      const fragment = ids.choose(idOf(`error${error.code}-${error.reason ?? error.identifier}`))
      return [errorKey(error), { page, fragment }] as const
    }),
  )
  return (error) => chosen.get(errorKey(error)) ?? { page: fixedPages.errors }
}
