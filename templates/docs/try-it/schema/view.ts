import { inDocument, located, type Resolve, type View, viewOf } from '@rpcloom/schema/internal'

/** What the schemas that apply to a value say together. */
export type ValueView = View<undefined>

export function viewAt(schema: unknown, resolve: Resolve): ValueView {
  return viewOf([located(schema)], inDocument(resolve))
}

/** Returns the first value of a keyword that is a text. A schema with a reference precedes the reference's target. */
export function textOf(view: ValueView, keyword: string): string | undefined {
  return view.valuesOf(keyword).find((value) => typeof value === 'string' && value !== '') as
    string | undefined
}

/** Returns the first value of a keyword that is a number. Bounds beyond the precision of doubles are bigints. */
export function numberOf(view: ValueView, keyword: string): number | undefined {
  return view.valuesOf(keyword).find((value) => typeof value === 'number')
}
