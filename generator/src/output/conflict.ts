/**
 * Returns the two sides of a text with conflict markers of git. Undefined if the text has no complete conflict.
 */
export function sidesOf(text: string): readonly [ours: string, theirs: string] | undefined {
  const sides: [string[], string[]] = [[], []]
  let part: 'both' | 'ours' | 'base' | 'theirs' = 'both'
  let conflicts = 0
  for (const line of text.split('\n')) {
    const [marker] = /^(?:<{7}|\|{7}|>{7})(?= |\r?$)|^={7}(?=\r?$)/.exec(line) ?? []
    if (part === 'both' && marker?.startsWith('<')) {
      part = 'ours'
      conflicts++
    } else if (part === 'ours' && marker?.startsWith('|')) part = 'base'
    else if ((part === 'ours' || part === 'base') && marker?.startsWith('=')) part = 'theirs'
    else if (part === 'theirs' && marker?.startsWith('>')) part = 'both'
    else {
      if (part === 'both' || part === 'ours') sides[0].push(line)
      if (part === 'both' || part === 'theirs') sides[1].push(line)
    }
  }
  if (conflicts === 0 || part !== 'both') return undefined
  return [sides[0].join('\n'), sides[1].join('\n')]
}
