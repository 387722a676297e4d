import {
  aliasOf,
  constantOf,
  docText,
  identifierOf,
  memberAccess,
  namedType,
  pureCall,
  type SourceOutput,
} from 'rpcloom/codegen'
import { codegen, type GroupContext } from './context.ts'

/** Prints the factories of a group's errors. They use the error descriptors of the types package. */
export function errorStatements(context: GroupContext, name: string): SourceOutput['statements'] {
  const { group, scope, types } = context
  const from = `${types}/errors`
  const errors = scope.use(from, 'errors', 'value')
  const lists = scope.use(from, 'errorsByMethod', 'value')
  const list = `${lists}${memberAccess(group.key)}`
  const data = scope.use(from, 'ErrorDataInput', 'type')
  const type = scope.declare(`${group.typeName}Errors`)
  return [
    aliasOf({
      name: type,
      doc: docText({
        summary: `Functions that create the errors of ${group.title}, for handlers to throw.`,
      }),
      type: namedType(
        scope.use(codegen, 'ErrorFactories', 'type'),
        { kind: 'typeof', name: errors },
        { kind: 'typeof', name: list },
        data,
      ),
    }),
    constantOf({
      name,
      type,
      value: pureCall(
        scope.use(codegen, 'errorFactories', 'value'),
        [errors, list].map(identifierOf),
      ),
    }),
  ]
}
