import type { RpcErrorSpec } from 'rpcloom/model'
import {
  aliasOf,
  constantOf,
  docText,
  memberName,
  numberLiteral,
  quoteString,
  type SourceOutput,
  typeText,
} from 'rpcloom/emit'
import { codegen, type GroupContext } from './context.ts'

/** Factories of the errors that the document names; the types package has the errors themselves. */
export function errorStatements(context: GroupContext, name: string): SourceOutput['statements'] {
  const { group, scope, types } = context
  const key = memberName(group.key)
  const errors = `${scope.use(`${types}/errors`, 'errors', 'value')}${key === group.key ? `.${key}` : `[${quoteString(group.key)}]`}`
  const data = group.errors.flatMap((error) => dataMember(context, error))
  const parts = [`typeof ${errors}`, ...(data.length === 0 ? [] : [`{ ${data.join('; ')} }`])]
  const type = scope.declare(`${group.typeName}Errors`)
  return [
    aliasOf({
      name: type,
      doc: docText({ summary: `Errors of ${group.title}; a handler throws what these return.` }),
      type: `${scope.use(codegen, 'ErrorFactories', 'type')}<${parts.join(', ')}>`,
    }),
    constantOf({
      name,
      type,
      value: `/* @__PURE__ */ ${scope.use(codegen, 'errorFactories', 'value')}(${errors})`,
    }),
  ]
}

function dataMember(
  { scope }: GroupContext,
  { identifier, code, dataType }: RpcErrorSpec,
): readonly string[] {
  if (dataType === undefined || numberLiteral(code) === undefined) return []
  return [`${memberName(identifier)}: ${typeText(dataType, { form: 'input', scope })}`]
}
