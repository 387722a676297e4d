import type { ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import { memberOf, MockCore } from './core.ts'
import type { Script } from './script.ts'
import type { MockParts, MockSettings } from './settings.ts'

/**
 * Creates a mock server that responds to every method. The response is the first available of: a response
 * configured by a test, the result of a handler, an example of the document, the state left by earlier calls,
 * a generated value that is valid against the schema. The type argument is the interface of the groups;
 * generated code guarantees that it matches the groups.
 */
export function buildMock<Mock extends object>(parts: MockParts, settings: MockSettings): Mock {
  const { base, scripts } = new MockCore(parts, settings)
  const table = tableOf(parts.groups, scripts)
  // A group may have the name of a member such as `client`.
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(table)) as object as Mock
}

/** Returns the scripts of all methods by group: `{ pChain: { getHeight: script } }`. */
function tableOf(
  groups: readonly ServerGroup[],
  scripts: ReadonlyMap<ServerMethod, Script>,
): Readonly<Record<string, object>> {
  const table: Record<string, object> = {}
  for (const { key, methods } of groups) {
    const top = {}
    for (const method of methods) {
      const script = scripts.get(method)
      const names = method.namespace?.split('.') ?? []
      define(names.reduce<object>(nested, top), method.member, script)
    }
    define(table, key, top)
  }
  return table
}

function nested(top: object, namespace: string): object {
  const known = memberOf(top, namespace)
  if (known) return known
  const members = {}
  define(top, namespace, members)
  return members
}

/** Sets an own member. Names come from documents and may be `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
}
