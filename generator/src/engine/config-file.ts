import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkConfig, type Checked } from './config.ts'
import { toDiagnostics, type Diagnostic, type Finding } from '../diagnostics/diagnostics.ts'
import type { Config } from './config.ts'
import { hashOf } from '../json/hash.ts'
import { importModule } from './import-module.ts'
import { parseText } from '../load/parse/parse.ts'
import { locator } from '../load/parse/position.ts'
import { isObject } from '../json/pointer.ts'
import type { Json } from '../json/types.ts'

/** File names of configurations, in order of precedence. */
export const configNames = [
  'rpcloom.config.json',
  'rpcloom.config.js',
  'rpcloom.config.mjs',
  'rpcloom.config.ts',
] as const

export type ReadConfig =
  | {
      readonly kind: 'config'
      readonly root: string
      readonly path: string
      readonly config: Config
    }
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }

export function findConfig(folder: string): string | undefined {
  return configNames.map((name) => join(folder, name)).find((path) => existsSync(path))
}

/** Returns the configuration of a folder, or of the nearest folder above it, so that commands work in packages. */
export function nearestConfig(folder: string): string | undefined {
  const parent = dirname(folder)
  return findConfig(folder) ?? (parent === folder ? undefined : nearestConfig(parent))
}

/** Reads and validates a configuration file. Its paths are relative to its folder. */
export async function readConfig(path: string): Promise<ReadConfig> {
  const absolute = resolve(path)
  const root = dirname(absolute)
  const file = absolute.slice(root.length + 1)
  let text: string
  try {
    text = readFileSync(absolute, 'utf8')
  } catch (error) {
    return faulty([unreadable(file, error)], file, '')
  }
  const value = file.endsWith('.json')
    ? parseText(file, text)
    : await evaluate(absolute, file, text)
  if (value.kind === 'faulty') return faulty(value.findings, file, text)
  const checked: Checked = checkConfig(file, value.json)
  if (checked.kind === 'faulty') return faulty(checked.findings, file, text)
  return { kind: 'config', root, path: absolute, config: checked.config }
}

function faulty(findings: readonly Finding[], file: string, text: string): ReadConfig {
  const locators = new Map(file.endsWith('.json') ? [[file, { locate: locator(file, text) }]] : [])
  return { kind: 'faulty', diagnostics: toDiagnostics(findings, locators) }
}

function unreadable(file: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'RL001',
    message: `Cannot read the configuration: ${message}`,
    place: { file, pointer: '' },
  }
}

type Value =
  | { readonly kind: 'parsed'; readonly json: Json }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

/** Evaluates a .js or .ts configuration and returns its default export as plain data. */
async function evaluate(path: string, file: string, text: string): Promise<Value> {
  // The result depends only on the text if there are no imports, so it can be cached.
  const cache = /\b(import|require)\b/.test(text) ? undefined : cachePath(path, text)
  try {
    if (cache !== undefined && existsSync(cache)) {
      const kept: Json = JSON.parse(readFileSync(cache, 'utf8'))
      return { kind: 'parsed', json: kept }
    }
    const module = await importModule(path, text)
    // Convert the value to JSON, because functions in a configuration would otherwise be lost silently.
    const json: Json = JSON.parse(JSON.stringify(defaultOf(module)) ?? 'null')
    if (cache !== undefined) keep(cache, json)
    return { kind: 'parsed', json }
  } catch (error) {
    return { kind: 'faulty', findings: [unreadable(file, error)] }
  }
}

function keep(cache: string, json: Json): void {
  mkdirSync(dirname(cache), { recursive: true })
  try {
    writeFileSync(cache, JSON.stringify(json))
  } catch (error) {
    // If the disk is full, an empty file remains, which the next run could not read.
    rmSync(cache, { force: true })
    throw error
  }
}

function cachePath(path: string, text: string): string {
  return join(dirname(path), 'node_modules', '.cache', 'rpcloom', `config-${hashOf(text)}.json`)
}

function defaultOf(module: unknown): unknown {
  return isObject(module) || typeof module === 'object'
    ? Reflect.get(Object(module), 'default')
    : undefined
}
