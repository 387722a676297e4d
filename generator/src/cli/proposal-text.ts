import { printable } from '../diagnostics/printable.ts'
import type { Proposal } from '../release/proposal.ts'

export function proposalText(
  proposal: Proposal,
  {
    written,
    outdated,
  }: { readonly written: readonly string[]; readonly outdated: readonly string[] },
): string {
  const { since, released, required, packages } = proposal
  if (released === undefined) {
    const names = packages.map(({ name }) => name).join(', ')
    return `First release: ${required} of ${names}.\nRun \`rpcloom release --apply\` to write the changelogs.`
  }
  const width = Math.max(...packages.map(({ name }) => name.length))
  const lines = packages.map(({ name, bump }) => `  ${name.padEnd(width)}  ${bump}`)
  const head =
    required === released
      ? `Nothing changed since ${since ?? released}.`
      : `${released} -> ${required}, for the changes since ${since ?? released}:`
  const longest = packages.reduce((a, b) => (b.summary.length > a.summary.length ? b : a))
  return [
    head,
    ...(required === released ? [] : [...lines, '', printableLines(longest.summary)]),
    ...(written.length === 0 ? [] : ['', `Written: ${written.join(', ')}.`]),
    ...outdated.map(
      (path) => `${path} was edited by hand and does not mention all of these changes.`,
    ),
  ].join('\n')
}

function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}
