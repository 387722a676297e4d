import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsoncParser } from '../../load/parsers.ts'
import type { Config } from '../../config.ts'
import type { PendingChangeset } from './pending.ts'

/** Writes a version into a configuration that is JSON, and leaves every other character. */
export function writeVersion(path: string, version: string): void {
  const { applyEdits, modify } = jsoncParser()
  const text = readFileSync(path, 'utf8')
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  const edits = modify(text, ['version'], version, { formattingOptions })
  writeFileSync(path, applyEdits(text, edits))
}

/** Puts what pending changesets say into the changelog of each package that they name; paths from the root. */
export function writeChangelogs(
  root: string,
  config: Config,
  { version, pending }: { readonly version: string; readonly pending: readonly PendingChangeset[] },
): readonly string[] {
  return Object.entries(config.targets).flatMap(([target, { packageName }]) => {
    const texts = pending
      .filter(({ bumps }) => Object.hasOwn(bumps, packageName))
      .map(({ summary }) => summary)
    if (texts.length === 0) return []
    const path = join(config.out, target, 'CHANGELOG.md')
    const file = join(root, path)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : `# ${packageName}\n`
    const [title = '', ...rest] = before.split(/^(?=## )/m)
    const entry = `## ${version}\n\n${texts.join('\n\n')}\n\n`
    writeFileSync(file, `${[`${title.trimEnd()}\n\n`, entry, ...rest].join('').trimEnd()}\n`)
    return [path]
  })
}

/** Takes changesets away that a release holds. */
export function removeChangesets(root: string, pending: readonly PendingChangeset[]): void {
  for (const { path } of pending) rmSync(join(root, path))
}
