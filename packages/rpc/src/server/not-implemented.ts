import { RpcError } from '../errors.ts'
import { METHOD_NOT_FOUND } from '../json-rpc.ts'
import { handlerOwner } from './registry.ts'
import type { Handlers, ServerGroup, ServerMethod } from './types.ts'

/** What a stub throws until somebody fills it: to the caller the method is not there. */
export function notImplemented(wire: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, `Not implemented: ${wire}`)
}

/** Wire names of the methods that nothing handles, or only a stub that throws `notImplemented`. */
export function unfilledOf(
  groups: readonly ServerGroup[],
  handlers: Readonly<Record<string, Handlers | undefined>>,
): readonly string[] {
  return groups.flatMap(({ key, methods }) =>
    handlersOf(methods)
      .filter(({ label, ...place }) => {
        const handler = handlerOwner(place, handlers[key])?.[place.member]
        return handler === undefined || isStub(handler, label)
      })
      .map(({ label }) => label),
  )
}

/** What a group's handlers have to hold: a kind of a subscription in the place of its method. */
function handlersOf(methods: readonly ServerMethod[]): readonly {
  readonly namespace: string | undefined
  readonly member: string
  readonly label: string
}[] {
  const ends = new Set(methods.map(({ subscription }) => subscription?.unsubscribe))
  return methods
    .filter(({ name }) => !ends.has(name))
    .flatMap(({ name, namespace, member, kinds }) => {
      if (kinds === undefined) return [{ namespace, member, label: name }]
      return kinds.map((kind) => ({
        namespace,
        member: kind.member,
        label: `${name} ${kind.name}`,
      }))
    })
}

/**
 * Whether a function throws `notImplemented` of this method: told by its source, since a stub is an ordinary
 * method that nothing marks, and calling it to find out might call a handler that is filled.
 */
function isStub(handler: object, wire: string): boolean {
  const source = Function.prototype.toString.call(handler)
  // Bundlers rename the function and write `(0, module.name)(...)`; a class that was renamed has the new name.
  const name = escaped(notImplemented.name)
  const call = String.raw`throw[\s(0,]+(?:[\w$]+\.)?${name}\)?\(\s*(['"\x60])((?:\\.|(?!\1).)*)\1`
  // A method whose wire name changed is still a stub while it does nothing else.
  if (new RegExp(String.raw`\{\s*${call}\s*\)[\s;]*\}$`).test(source)) return true
  const [, , literal] = new RegExp(call).exec(source) ?? []
  return literal !== undefined && unescaped(literal) === wire
}

function escaped(text: string): string {
  return text.replace(/\$/g, String.raw`\$&`)
}

/** What a string literal says; only the escapes that a generator or a bundler writes. */
function unescaped(literal: string): string {
  return literal.replace(/\\(u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|.)/gi, (_, escape: string) => {
    const digits = /^[ux]\{?([\da-f]+)\}?$/i.exec(escape)?.[1]
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
    return controls[escape] ?? escape
  })
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
