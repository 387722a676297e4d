import { RpcError } from '../errors.ts'
import { METHOD_NOT_FOUND } from '../json-rpc.ts'
import { handlerOwner } from './handler-owner.ts'
import type { Handlers, ServerGroup, ServerMethod } from './types.ts'

/** Returns the error that stubs throw. Its code is -32601, as for a method that does not exist. */
export function notImplemented(name: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, `Not implemented: ${name}`)
}

/** Returns the names of methods without a handler, or with a stub that throws `notImplemented`. */
export function unfilledOf(
  groups: readonly ServerGroup[],
  handlers: Readonly<Record<string, Handlers | undefined>>,
): readonly string[] {
  return groups.flatMap(({ key, methods }) =>
    handlersOf(methods)
      .filter(({ label, ...place }) => {
        const handler = handlerOwner(place, handlers[key])?.[place.member]
        // The server itself implements the method.
        if (handler === undefined) return label !== 'rpc.discover'
        return isStub(handler, label)
      })
      .map(({ label }) => label),
  )
}

/** Returns the handlers that a group requires. A subscription requires one handler for each topic. */
function handlersOf(methods: readonly ServerMethod[]): readonly {
  readonly namespace: string | undefined
  readonly member: string
  readonly label: string
}[] {
  const ends = new Set(methods.map(({ subscription }) => subscription?.unsubscribe))
  return methods
    .filter(({ name }) => !ends.has(name))
    .flatMap(({ name, namespace, member, topics }) => {
      if (topics === undefined) return [{ namespace, member, label: name }]
      return topics.map((topic) => ({
        namespace,
        member: topic.member,
        label: `${name} ${topic.name}`,
      }))
    })
}

/**
 * Whether a function only throws `notImplemented` for the method. The check reads the source text of the
 * function, since calling the function could run an implemented handler.
 */
function isStub(handler: object, method: string): boolean {
  const source = Function.prototype.toString.call(handler)
  // Bundlers rename the function and write `(0, module.name)(...)`. `notImplemented.name` is then the new
  // name.
  const name = escaped(notImplemented.name)
  const call = String.raw`throw[\s(0,]+(?:[\w$]+\.)?${name}\)?\(\s*(['"\x60])((?:\\.|(?!\1).)*)\1`
  // A function that only throws for another method name is a stub too: its method was renamed.
  if (new RegExp(String.raw`\{\s*${call}\s*\)[\s;]*\}$`).test(source)) return true
  const [, , literal] = new RegExp(call).exec(source) ?? []
  return literal !== undefined && unescaped(literal) === method
}

function escaped(text: string): string {
  return text.replace(/\$/g, String.raw`\$&`)
}

/** Returns the value of a string literal. Supports the escapes that `rpcloom scaffold` and bundlers write. */
function unescaped(literal: string): string {
  return literal.replace(/\\(u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|.)/gi, (_, escape: string) => {
    const digits = /^[ux]\{?([\da-f]+)\}?$/i.exec(escape)?.[1]
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
    return controls[escape] ?? escape
  })
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
