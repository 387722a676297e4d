import { lookup, type Param } from 'rpcloom/model'
import { textMember } from './schema-member.ts'
import { summaryOf } from './summary.ts'
import { flatTree, type Row, rowOf, type TreeSite } from './tree.ts'

export interface ParamRow extends Row {
  readonly position: number
}

export function paramRows(
  site: TreeSite,
  params: readonly Param[],
  prefix = 'params',
): readonly ParamRow[] {
  return params.map((param, index) => {
    const { name, doc, type } = param
    const id = site.ids.choose(`${prefix}.${name}`)
    const text = longer(doc.summary, doc.description) ?? schemaText(site, param)
    const named = type.kind === 'ref' ? lookup(site.api, type.to).name : undefined
    return {
      // A title that only repeats the name of the type is omitted.
      ...rowOf(site, param, text === named ? undefined : text),
      id,
      position: index + 1,
      branches: type.kind === 'ref' && site.addresses.type(type.to) ? [] : flatTree(site, type, id),
      open: false,
    }
  })
}

function schemaText({ api }: TreeSite, { type, schema }: Param): string | undefined {
  return (
    textMember(schema.json, 'description') ??
    (type.kind === 'ref' ? summaryOf(lookup(api, type.to).doc) : undefined)
  )
}

/**
 * Combines summary and description. If the description starts with the summary, only the
 * description is returned.
 */
function longer(summary: string | undefined, description: string | undefined): string | undefined {
  if (summary === undefined || description === undefined) return description ?? summary
  if (description.startsWith(summary)) return description
  return `${summary.replace(/\.$/, '')}. ${description}`
}
