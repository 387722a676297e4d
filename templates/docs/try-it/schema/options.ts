import { isRecord } from '@rpcloom/rpc'
import { conjunctionOf, optionsOf as writtenOptions, type Resolve } from '@rpcloom/schema/internal'
import { remarksOf } from './remarks.ts'
import { allTypes, isNumeric } from './types.ts'
import { textOf, type ValueView, viewAt } from './view.ts'

export interface Option {
  readonly label: string
  readonly schema: unknown
}

/** Returns the alternatives of a value. Returns undefined if there is only one. */
export function optionsOf(view: ValueView, resolve: Resolve): readonly Option[] | undefined {
  const written = writtenOptions(view, resolve)
  if (written !== undefined) return labelled(written, resolve)
  const types = allTypes(view)
  if (types.length < 2 || isNumeric(types)) return undefined
  const numeric = types.filter((type) => isNumeric([type]))
  // A number and its string form are treated as a single alternative.
  const isOne = numeric.length > 1 && numeric.some((type) => type !== 'string')
  const rest = isOne ? types.filter((type) => !numeric.includes(type)) : types
  const schemas = view.schemas.map(({ json }) => json)
  const ofType = (type: unknown): unknown => conjunctionOf([...schemas, { type, nullable: false }])
  return labelled([...(isOne ? [ofType(numeric)] : []), ...rest.map(ofType)], resolve)
}

function labelled(schemas: readonly unknown[], resolve: Resolve): readonly Option[] {
  const labels = schemas.map((schema) => labelOf(schema, resolve))
  return schemas.map((schema, index) => {
    const label = labels[index] ?? ''
    const isShared = labels.some((other, at) => at !== index && other === label)
    return { schema, label: isShared || label === '' ? `${label || 'form'} ${index + 1}` : label }
  })
}

export function labelOf(schema: unknown, resolve: Resolve): string {
  const view = viewAt(schema, resolve)
  const { title } = remarksOf(view)
  if (title !== undefined) return title
  const name = namedRef(view)?.split('/').at(-1)
  if (name) return name.replaceAll('~1', '/').replaceAll('~0', '~')
  const [constant] = view.valuesOf('const')
  if (constant !== undefined) return JSON.stringify(constant) ?? ''
  return textOf(view, 'format') ?? allTypes(view).join(' or ')
}

/** Returns the reference of a schema, or of the first schema that it combines with others. */
function namedRef({ schemas }: ValueView): string | undefined {
  const [own, first] = schemas.map(({ json }) => (isRecord(json) ? json['$ref'] : undefined))
  return [own, first].find((ref) => typeof ref === 'string')
}
