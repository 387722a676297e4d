import { replaceMisleading } from 'rpcloom/codegen'
import { type Api, type Group, kebab, type Method } from 'rpcloom/model'

/** A group of commands, as in `Program` of @rpcloom/cli. */
export interface CommandGroup {
  readonly group: Group
  /** Subcommand of the group; empty if there is a single group. */
  readonly command: string
  readonly title: string
  readonly commands: readonly Command[]
}

interface Command {
  readonly words: string
  readonly method: string
  readonly summary: string
}

/** Returns the commands of all groups. */
export function commandGroups({ groups }: Api): readonly CommandGroup[] {
  return groups.map((group) => ({
    group,
    command: groups.length === 1 ? '' : group.slug,
    title: lineOf(group.title),
    commands: commandsOf(group),
  }))
}

/** Names that differ only by case or signs are one word: the file name of the method is then the word. */
function commandsOf({ methods }: Group): readonly Command[] {
  const taken = new Set<string>()
  return methods.map((method) => {
    const { name, slug } = method
    const words = [wordsOf(method), slug].find((one) => one !== '' && !taken.has(one)) ?? name
    taken.add(words)
    return { words, method: name, summary: summaryOf(method) }
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

/** Returns a text in one line of at most 200 characters. Command lines print it without further checks. */
function lineOf(text: string): string {
  const line = replaceMisleading(text, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > 200 ? `${[...line].slice(0, 199).join('')}…` : line
}
