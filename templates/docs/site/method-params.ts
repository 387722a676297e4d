import { lookup, type Param } from 'rpcloom/model'
import { note, nameHeading } from '../page/leaf.ts'
import { constraintsOf } from './constraints.ts'
import { enumRows } from './enum-rows.ts'
import { textMember } from './schema-member.ts'
import { summaryOf } from './summary.ts'
import { flatTree, type Row, type TreeSite } from './tree.ts'

/** A row of the params table. */
export interface ParamRow extends Row {
  readonly position: number
}

/** Returns the params of a method or of a subscription topic, in the order of the document. */
export function paramRows(
  site: TreeSite,
  params: readonly Param[],
  prefix = 'params',
): readonly ParamRow[] {
  return params.map((param, index) => {
    const { name, doc, required, type } = param
    const id = site.ids.choose(`${prefix}.${name}`)
    const text = longer(doc.summary, doc.description) ?? schemaText(site, param)
    return {
      id,
      position: index + 1,
      name: nameHeading(name),
      type: { leaf: 'type', parts: site.labels.of(param) },
      required,
      deprecated: doc.deprecated !== undefined,
      about: text === undefined ? undefined : note(text),
      constraints: constraintsOf(site.api, param),
      values: enumRows(type),
      branches: type.kind === 'ref' && site.addresses.type(type.to) ? [] : flatTree(site, type, id),
      open: false,
    }
  })
}

/** Returns the description of the schema if the param itself has none. */
function schemaText({ api }: TreeSite, { type, schema }: Param): string | undefined {
  return (
    textMember(schema.json, 'description') ??
    (type.kind === 'ref' ? summaryOf(lookup(api, type.to).doc) : undefined)
  )
}

/** Joins summary and description. If the description starts with the summary, only the description is used. */
function longer(summary: string | undefined, description: string | undefined): string | undefined {
  if (summary === undefined || description === undefined) return description ?? summary
  if (description.startsWith(summary)) return description
  return `${summary.replace(/\.$/, '')}. ${description}`
}
