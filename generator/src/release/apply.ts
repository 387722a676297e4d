import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import { withLineEndsOf, withoutReturns } from '../json/hash.ts'
import { jsoncParser } from '../load/parse/libraries.ts'
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
 * Returns the text of a configuration with another version and no other change. A configuration that is a
 * program is evaluated to check the version, from a file in the same folder. Returns undefined if the version is not the
 * new one.
 */
export async function withVersion(
  path: string,
  change: VersionChange,
): Promise<string | undefined> {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) {
    const { applyEdits, modify } = jsoncParser()
    const formattingOptions = { insertSpaces: true, tabSize: 2 }
    const edits = modify(text, ['version'], change.version, { formattingOptions })
    return applyEdits(text, edits)
  }
  const changed = await inProgram(text, change)
  if (changed === undefined) return undefined
  const beside = join(dirname(path), `.${change.version}.${basename(path)}`)
  try {
    writeFileSync(beside, changed)
    const read = await readConfig(beside)
    return read.kind === 'config' && read.config.version === change.version ? changed : undefined
  } finally {
    rmSync(beside, { force: true })
  }
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

/**
 * Returns the changelogs of packages with their pending changesets, by path from the root. A changelog that
 * already has an entry of the version, because an earlier run was interrupted, is not changed.
 */
export function changelogsWith(
  root: string,
  config: Config,
  { version, pending }: { readonly version: string; readonly pending: readonly PendingChangeset[] },
): ReadonlyMap<string, string> {
  const changed = Object.entries(config.targets).flatMap(([target, { packageName }]) => {
    const texts = pending
      .filter(({ bumps }) => Object.hasOwn(bumps, packageName))
      .map(({ summary }) => summary)
    if (texts.length === 0) return []
    const path = join(config.out, target, 'CHANGELOG.md')
    const file = join(root, path)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : `# ${packageName}\n`
    if (withoutReturns(before).includes(`\n## ${version}\n`)) return []
    const [title = '', ...rest] = withoutReturns(before).split(/^(?=## )/m)
    const entry = `## ${version}\n\n${texts.join('\n\n')}\n\n`
    const text = `${[`${title.trimEnd()}\n\n`, entry, ...rest].join('').trimEnd()}\n`
    return [[path, withLineEndsOf(before, text)] as const]
  })
  return new Map(changed)
}
