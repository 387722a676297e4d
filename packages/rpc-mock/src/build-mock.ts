import type { ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import { memberOf, MockCore, type MockParts, type MockSettings } from './core.ts'
import type { Script } from './script.ts'
import type { MockBase } from './types.ts'

/**
 * Makes a mock: a server that answers every method, with what a test told it, by a handler, from the
 * examples of the document, by the state that calls left, or with a made-up value that fits its schema.
 * The caller names the interface that the groups implement: that is the one thing which generated code
 * vouches for here.
 */
export function buildMock<Mock extends object>(parts: MockParts, settings: MockSettings): Mock {
  const { base, scripts } = new MockCore(parts, settings)
  return Object.assign(base, tableOf(parts.groups, scripts)) as MockBase as object as Mock
}

/** `{ pChain: { getHeight: script }, cChain: { eth: { getBalance: script } } }` */
function tableOf(
  groups: readonly ServerGroup[],
  scripts: ReadonlyMap<ServerMethod, Script>,
): Readonly<Record<string, object>> {
  const table: Record<string, object> = {}
  for (const { key, methods } of groups) {
    const top = {}
    for (const method of methods) {
      const script = scripts.get(method)
      define(method.namespace ? nested(top, method.namespace) : top, method.member, script)
    }
    define(table, key, top)
  }
  return table
}

function nested(top: object, namespace: string): object {
  const known = memberOf(top, namespace)
  if (known) return known
  const made = {}
  define(top, namespace, made)
  return made
}

/** Names come from documents: `__proto__` is one like any other. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
}
