import { type JsonObject, RpcError } from '@rpcloom/rpc'
import { readDocument, type Side } from '@rpcloom/rpc/internal'
import { type ServerGroup, createDispatcher } from '@rpcloom/rpc/server'
import { MockCore } from './core.ts'
import { documentGroup } from './document-group.ts'
import type { MockSettings } from './settings.ts'
import type { MethodMock, MockBase } from './types.ts'

/** A mock of documents loaded at run time. Values are in JSON form, and methods are identified by name. */
export interface DocumentMock extends Omit<MockBase, 'listen'> {
  readonly groups: readonly ServerGroup[]
  /** Configures the responses of a method. Throws a `TypeError` for a method that is in no document. */
  method(name: string): MethodMock<unknown, unknown, string, number>
}

/**
 * Creates a mock of OpenRPC documents without a generated package. It also runs in a web page: `handle` takes
 * the JSON of a request and returns the JSON of the response. Documents must be self-contained, like those of
 * `rpc.discover`. Handlers and errors are grouped by the key in `x-group`; documents without `x-group` have
 * the keys `document1`, `document2` and so on. With the side `client`, it is a mock of what clients implement.
 */
export function mockDocuments(
  documents: readonly JsonObject[],
  settings: MockSettings = {},
  side: Side = 'server',
): DocumentMock {
  const keys = groupKeys(documents)
  const groups = documents.map((document, index) =>
    documentGroup(document, keys[index] ?? '', side),
  )
  const errors = groups.map(({ key }, index) => [key, errorsOf(documents[index], side)] as const)
  const { base, scripts } = new MockCore(
    {
      groups,
      errors: Object.fromEntries(errors),
      createServer: (handlers, options) =>
        createDispatcher({ ...options, groups, handlers: { ...handlers } }),
    },
    settings,
  )
  const byName = new Map([...scripts].toReversed().map(([method, script]) => [method.name, script]))
  return Object.assign(base, {
    groups,
    method(name: string) {
      const script = byName.get(name)
      if (!script) throw new TypeError(`No document has a method ${name}`)
      return script
    },
  })
}

function groupKeys(documents: readonly JsonObject[]): readonly string[] {
  const keys: string[] = []
  for (const [index, document] of documents.entries()) {
    const { key } = readDocument(document).group
    keys.push(key !== undefined && !keys.includes(key) ? key : `document${index + 1}`)
  }
  return keys
}

/** Returns error factories by reason. Errors without a reason are available by code only. */
function errorsOf(document: JsonObject | undefined, side: Side): Readonly<Record<string, unknown>> {
  if (document === undefined) return {}
  const methods = [...readDocument(document, side).methods.values()]
  return Object.fromEntries(
    methods
      .flatMap(({ errors }) => errors)
      .flatMap(({ code, message, reason }) =>
        reason === undefined
          ? []
          : [[reason, (data?: unknown) => new RpcError(code, message, { data, reason })] as const],
      ),
  )
}
