import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { unlessAbsent } from '../output/files.ts'
import type { Scaffold, TextFile } from '../codegen/scaffold.ts'
import { splice } from './edit.ts'
import type { Manifest } from './manifest.ts'
import { readText } from './sources.ts'

/**
 * Returns the files that are only written once, without those that an earlier run wrote or that already exist.
 */
export function writeOnceFiles(
  folder: string,
  { files }: Scaffold,
  manifest: Manifest,
): { readonly write: readonly TextFile[]; readonly findings: readonly Finding[] } {
  const fresh = files.filter(({ path }) => !manifest.files.includes(path))
  const there = fresh.filter(({ path }) => unlessAbsent(() => lstatSync(join(folder, path))))
  return {
    write: fresh.filter((file) => !there.includes(file)),
    findings: there.map(({ path }) => ({
      code: 'RL613',
      message: `${path} already exists and was not changed.`,
      place: { file: path, pointer: '' },
    })),
  }
}

/**
 * Returns package.json with the current dependency; undefined if the dependency is already current or was
 * changed by the user.
 */
export function followDependency(
  folder: string,
  scaffold: Scaffold,
  manifest: Manifest,
): string | undefined {
  const { packageName, dependency } = scaffold
  if (packageName === manifest.packageName && dependency === manifest.dependency) return undefined
  const text = readText(join(folder, 'package.json'))
  const mark = text?.startsWith('\ufeff') ? 1 : 0
  const tree = text === undefined ? undefined : parseTree(text.slice(mark))
  const value = tree && findNodeAtLocation(tree, ['dependencies', manifest.packageName])
  const [name] = value?.parent?.children ?? []
  if (text === undefined || value?.value !== manifest.dependency || name === undefined) {
    return undefined
  }
  const at = (node: { readonly offset: number; readonly length: number }, now: string) => ({
    start: node.offset + mark,
    end: node.offset + node.length + mark,
    text: JSON.stringify(now),
  })
  return splice(text, [at(name, packageName), at(value, dependency)])
}
