import { type FieldsPart, fitFields, type Moved } from './fit-fields.ts'
import type { ParamRow } from './method-params.ts'
import type { SubscriptionPart } from './method-subscription.ts'
import type { PageRoom } from './page-room.ts'
import type { Branch } from './tree.ts'

/** The trees on the page of a method. */
interface MethodTrees {
  readonly params: readonly ParamRow[]
  readonly result: { readonly branches: readonly Branch[] } | undefined
  readonly subscription: SubscriptionPart | undefined
}

/** Where the params are that come after those that the page has room for. */
interface FurtherParams {
  readonly furtherParams: Moved | undefined
}

/** The page of a method with as many of its fields as it has room for, and the others. */
export function fitMethod<Body extends MethodTrees>(
  place: Omit<PageRoom, 'rest'>,
  body: Body,
): { readonly body: Body & FurtherParams; readonly parts: readonly FieldsPart[] } {
  const { params, result, subscription } = body
  const kinds = subscription?.kinds ?? []
  const trees = [
    formOf(params),
    result?.branches ?? [],
    ...kinds.flatMap((kind) => [formOf(kind.params), kind.branches]),
  ]
  const rest = { ...body, params: [], result: undefined, subscription: undefined }
  const fitted = fitFields({ ...place, rest }, trees)
  return {
    body: {
      ...body,
      params: fitted.rows(params),
      furtherParams: fitted.further(params),
      result: result && { ...result, branches: fitted.branches(result.branches) },
      subscription: subscription && {
        ...subscription,
        kinds: kinds.map((kind) => ({
          ...kind,
          params: fitted.rows(kind.params),
          furtherParams: fitted.further(kind.params),
          branches: fitted.branches(kind.branches),
        })),
      },
    },
    parts: fitted.parts,
  }
}

function formOf(rows: readonly ParamRow[]): readonly Branch[] {
  return [
    {
      title: undefined,
      type: undefined,
      rows,
      home: undefined,
      moved: undefined,
      further: undefined,
    },
  ]
}
