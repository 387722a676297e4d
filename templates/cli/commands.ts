import { endingMethods, lineOf } from 'rpcloom/codegen'
import { type Api, type Group, kebab, type Method } from 'rpcloom/model'

/** A command, as in `MethodCommand` of @rpcloom/cli. */
interface Command {
  readonly words: string
  readonly method: string
  readonly summary: string
}

/** Returns the subcommand of a group; empty if there is a single group. */
export function groupCommand({ slug }: Group, { groups }: Api): string {
  return groups.length === 1 ? '' : slug
}

/**
 * Returns the commands of a group. Names that differ only by case or signs are one word: the file name of the method is then
 * the word. Methods that end a subscription are no commands, because subscriptions end with the connection of a command.
 */
export function commandsOf(group: Group): readonly Command[] {
  const taken = new Set<string>()
  const ends = endingMethods(group)
  const called = group.methods.filter(({ name }) => !ends.has(name))
  return called.map((method) => {
    const { name, slug } = method
    const words = [wordsOf(method), slug].find((one) => one !== '' && !taken.has(one)) ?? name
    taken.add(words)
    return { words, method: name, summary: summaryOf(method) || lineOf(name) }
  })
}

function wordsOf({ namespace, member, slug }: Method): string {
  const parts = namespace === '' ? [] : namespace.split('.')
  return [...parts.map(kebab), kebab(member) || slug].filter((part) => part !== '').join(' ')
}

function summaryOf({ doc: { summary, description = '' } }: Method): string {
  const [first = ''] = (summary ?? description).trim().split(/\n\s*\n/)
  return lineOf(first)
}
