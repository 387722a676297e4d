import { matches } from '@rpcloom/schema/internal'

/** Whether an input is a glob rather than a path. */
export function isGlob(input: string): boolean {
  return /[*?{[]/.test(input)
}

export function isMatch(pattern: string, path: string): boolean {
  const normal = pattern.replace(/^\.\//, '').replace(/\/$/, '')
  return globTest(normal)(path)
}

/**
 * Returns a test of a glob, which takes linear time. Throws a `SyntaxError` for an invalid glob such as `a{b`
 * or `[z-a]`.
 */
export function globTest(pattern: string): (path: string) => boolean {
  const { source } = new RegExp(`^${toRegExp(pattern)}$`, 'u')
  return (path) => matches(source, path)
}

function toRegExp(pattern: string): string {
  let depth = 0
  return pattern.replaceAll(/\*\*\/|\*\*|\*|\?|\[[^\]]*\]|[{},]|[\\^$+.()|\]]/g, (token) => {
    if (token === '**/') return '(?:[^/]+/)*'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token === '{') return ((depth += 1), '(?:')
    if (token === '}') return depth > 0 ? ((depth -= 1), ')') : '\\}'
    if (token === ',') return depth > 0 ? '|' : ','
    if (token.startsWith('[')) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return `\\${token}`
  })
}
