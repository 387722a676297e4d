import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Returns the projects whose compiled files are older than their sources. */
export function staleProjects(folder: string): readonly string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const text = execFileSync(process.execPath, [tsc, '-b', '--dry'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return [
    ...text.matchAll(/would (?:build|update timestamps for output of) project '([^']+)'/g),
  ].map(([, project = '']) => project)
}

/**
 * Fails the run if compiled files are stale: many suites import the compiled packages, and would pass although
 * the sources that they are about have changed.
 */
export function setup(): void {
  const stale = staleProjects(root)
  if (stale.length === 0) return
  throw new Error(
    `Run \`npm run build\` first. Not compiled since the last edit:\n${stale.join('\n')}`,
  )
}
