import type { RpcErrorSpec } from 'rpcloom/model'
import {
  docText,
  interfaceOf,
  memberName,
  type MethodMember,
  numberLiteral,
  propertyKey,
  quoteString,
  type SourceOutput,
  typeText,
} from 'rpcloom/emit'
import { codegen, type GroupContext, runtime } from './context.ts'

/** Constructors of the errors that the document names, with the interface that types them. */
export function errorStatements(context: GroupContext, name: string): SourceOutput['statements'] {
  const { group, scope } = context
  const errors = group.errors.filter(({ code }) => numberLiteral(code) !== undefined)
  const type = scope.declare(`${group.typeName}Errors`)
  return [
    interfaceOf({
      name: type,
      doc: docText({ summary: `Errors of ${group.title}; a handler throws what these return.` }),
      methods: errors.map((error) => errorMember(context, error)),
    }),
    [
      `export const ${name}: ${type} = {`,
      ...errors.map((error) => `  ${errorText(context, error)},`),
      '}',
    ].join('\n'),
  ]
}

function errorMember({ scope }: GroupContext, error: RpcErrorSpec): MethodMember {
  const { identifier, code, message, when, dataType } = error
  return {
    name: memberName(identifier),
    arguments: [
      {
        name: 'data',
        type: dataType === undefined ? 'unknown' : typeText(dataType, { form: 'input', scope }),
        optional: true,
      },
      { name: 'message', type: 'string', optional: true },
    ],
    returns: scope.use(runtime, 'RpcError', 'type'),
    doc: docText({ summary: `Code ${code}: ${when ?? message}` }),
  }
}

function errorText(
  { scope }: GroupContext,
  { identifier, code, message, reason }: RpcErrorSpec,
): string {
  const make = scope.use(codegen, 'errorFactory', 'value')
  const details = reason === undefined ? '' : `, ${quoteString(reason)}`
  return `${propertyKey(identifier)}: /* @__PURE__ */ ${make}(${numberLiteral(code)}, ${quoteString(message)}${details})`
}
