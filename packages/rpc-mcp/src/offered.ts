import { type TargetMethod, targetMethods } from '@rpcloom/cli/internal'
import type { Effect } from '@rpcloom/rpc/codegen'
import { readDocument } from '@rpcloom/rpc/internal'
import { plainText } from '@rpcloom/schema/internal'
import type { McpGroup, McpProgram } from './program.ts'

/** A method that is offered. */
export interface OfferedMethod {
  readonly group: McpGroup
  readonly target: TargetMethod
  /** Name of the method; with the group if several groups have the name. */
  readonly name: string
}

/** Returns the methods that can be called, if they are wanted, in the order of the documents. */
export async function offeredMethods(
  { groups }: Pick<McpProgram, 'groups'>,
  isWanted: (method: OfferedMethod) => boolean,
): Promise<readonly OfferedMethod[]> {
  const found = await Promise.all(
    groups.map(async (group) => {
      const methods = readDocument(await group.document()).callable
      // Tools have no place for events, and subscriptions end with their connection.
      const ends = new Set(methods.map(({ subscription }) => subscription?.unsubscribe))
      const called = methods.filter(({ name, subscription }) => !subscription && !ends.has(name))
      const targetOf = await targetMethods(group)
      return called.map(({ name }) => ({ group, target: targetOf(name), name }))
    }),
  )
  const all = found.flat().filter(isWanted)
  const names = all.map(({ name }) => name).toSorted()
  const repeated = new Set(names.filter((name, index) => name === names[index + 1]))
  return all.map((one) =>
    repeated.has(one.name) ? { ...one, name: `${one.group.slug}/${one.name}` } : one,
  )
}

/** Whether a method is offered: all except admin methods by default, or those that match one of the patterns. */
export function isOffered(
  { target, name }: OfferedMethod,
  expose: readonly string[] | undefined,
): boolean {
  const matching = expose?.filter((pattern) => patternOf(pattern).test(name))
  if (effectOf(target) !== 'admin') return matching === undefined || matching.length > 0
  // A pattern that starts with `*` is not meant for methods that administrate.
  return matching?.some((pattern) => !pattern.startsWith('*')) ?? false
}

/** Returns the effect of a method. */
export function effectOf({ descriptor }: TargetMethod): Effect {
  return descriptor.effect ?? 'read'
}

function patternOf(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`, 's')
}

/** Returns the first line about a method. */
export function titleOf({ name, target: { method } }: OfferedMethod): string {
  const { summary, description } = method.json
  const text = [summary, description].find((one) => typeof one === 'string')
  return plainText((text ?? name).split(/\n\s*\n/)[0] ?? name, 200).replaceAll('\n', ' ')
}

/** Describes a method: what it does, its effect and its errors. */
export function descriptionOf(offered: OfferedMethod): string {
  const { deprecation, errors, json } = offered.target.method
  const texts = [json['summary'], json['description']].filter((one) => typeof one === 'string')
  const listed = errors.slice(0, 20).map(({ reason, message }) => plainText(reason ?? message, 100))
  const replaced = deprecation?.replacedBy === undefined ? '' : ` Use ${deprecation.replacedBy}.`
  return [
    ...texts.map((text) => plainText(text)),
    plainText(
      `JSON-RPC method ${offered.name} of ${offered.group.title} (${effectOf(offered.target)}).`,
    ),
    ...(deprecation ? [`Deprecated.${replaced}`] : []),
    ...(errors.length === 0 ? [] : [`Errors: ${listed.join(', ')}.`]),
  ].join('\n\n')
}
