import type { RpcErrorSpec } from 'rpcloom/model'
import { constantOf, numberLiteral, quoteString, type Scope, type SourceOutput } from 'rpcloom/emit'
import { runtime } from './context.ts'

/** Constants of the errors that methods name. */
export interface ReasonWriter {
  /** Name of the constant of an error; undefined for one without a name, or known to the runtime. */
  readonly reason: (error: RpcErrorSpec) => string | undefined
  readonly constants: () => SourceOutput['statements']
}

/** Opens a writer for one module: errors that several methods share are declared once. */
export function reasonWriter(scope: Scope): ReasonWriter {
  const names = new Map<string, string>()
  const constants: SourceOutput['statements'][number][] = []
  return {
    reason(error) {
      const value = tupleText(error)
      if (value === undefined) return undefined
      const known = names.get(value)
      if (known !== undefined) return known
      const name = scope.declare(error.identifier)
      names.set(value, name)
      const type = scope.use(runtime, 'Reason', 'type')
      constants.push(constantOf({ name, type, value, exported: false }))
      return name
    },
    constants: () => constants,
  }
}

/** `['unknownAlias', -32000, 'pattern']` */
function tupleText({ reason, code, pattern }: RpcErrorSpec): string | undefined {
  const number = numberLiteral(code)
  if (reason === undefined || number === undefined) return undefined
  // The runtime knows the name of this one.
  if (reason === 'invalidParams' && code === -32602 && pattern === undefined) return undefined
  const parts = [quoteString(reason), number]
  return `[${(pattern === undefined ? parts : [...parts, quoteString(pattern)]).join(', ')}]`
}
