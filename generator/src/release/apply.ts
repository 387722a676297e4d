import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ts } from 'ts-morph'
import { withLineEndsOf, withoutReturns } from '../json/hash.ts'
import { jsoncParser } from '../load/parsers.ts'
import { readConfig } from '../engine/config-file.ts'
import type { Config } from '../engine/config.ts'
import type { PendingChangeset } from './pending.ts'

type Node = ts.Node

interface VersionChange {
  readonly version: string
  /** The version in the configuration before the change. */
  readonly before: string
}

/**
 * Writes a version into a configuration and changes nothing else. A configuration that is a program is
 * evaluated to check the new version. Returns false and restores the file if the version is not the new one.
 */
export async function writeVersion(path: string, change: VersionChange): Promise<boolean> {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) {
    const { applyEdits, modify } = jsoncParser()
    const formattingOptions = { insertSpaces: true, tabSize: 2 }
    const edits = modify(text, ['version'], change.version, { formattingOptions })
    writeFileSync(path, applyEdits(text, edits))
    return true
  }
  const changed = await inProgram(text, change)
  if (changed === undefined) return false
  writeFileSync(path, changed)
  const read = await readConfig(path)
  if (read.kind === 'config' && read.config.version === change.version) return true
  writeFileSync(path, text)
  return false
}

/**
 * Replaces the value of the member or constant called `version`. Returns undefined if no member or constant
 * of this name has the current version as its value, or if several have.
 */
async function inProgram(
  text: string,
  { version, before }: VersionChange,
): Promise<string | undefined> {
  const { ts } = await import('ts-morph')
  const places: number[] = []
  const visit = (node: Node): void => {
    const isNamed =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
      node.name.text === 'version'
    const value = isNamed ? node.initializer : undefined
    if (value !== undefined && ts.isStringLiteralLike(value) && value.text === before) {
      places.push(value.end - 1 - before.length)
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile('config.ts', text, ts.ScriptTarget.ES2022))
  const [place] = places
  if (place === undefined || places.length > 1) return undefined
  if (text.slice(place, place + before.length) !== before) return undefined
  return text.slice(0, place) + version + text.slice(place + before.length)
}

/** Adds pending changesets to the changelogs of their packages. Package paths are relative to the root. */
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
    const [title = '', ...rest] = withoutReturns(before).split(/^(?=## )/m)
    const entry = `## ${version}\n\n${texts.join('\n\n')}\n\n`
    const text = `${[`${title.trimEnd()}\n\n`, entry, ...rest].join('').trimEnd()}\n`
    writeFileSync(file, withLineEndsOf(before, text))
    return [path]
  })
}

export function removeChangesets(root: string, pending: readonly PendingChangeset[]): void {
  for (const { path } of pending) rmSync(join(root, path))
}
