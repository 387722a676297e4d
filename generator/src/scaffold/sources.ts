import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ts } from 'ts-morph'
import { append } from '../json/append.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { isAbsence, unlessAbsent } from '../output/files.ts'
import { pathFault } from '../output/output-paths.ts'
import { type Style, styleOf } from './edit.ts'

/** A source file of the project. The text includes a byte order mark, if there is one. */
export interface Source {
  /** Path relative to the project folder, with `/` as separator. */
  readonly path: string
  readonly text: string
  readonly tree: ts.SourceFile
  readonly style: Style
  /** Imports by local name. */
  readonly imports: ReadonlyMap<string, Imported>
}

export interface Imported {
  readonly module: string
  /** Name under which the module exports the value or type. `*` if the whole module is imported. */
  readonly name: string
  readonly type: boolean
}

export interface Sources {
  readonly sources: readonly Source[]
  /** Files that scaffold cannot change, with the reasons. */
  readonly faults: readonly Finding[]
}

/**
 * Reads and parses every TypeScript source of a project. A file that cannot be read is reported and left
 * unchanged.
 */
export function readSources(folder: string): Sources {
  const faults: Finding[] = []
  const sources: Source[] = []
  const { paths, links } = sourcePaths(folder)
  for (const path of links) {
    if (leadsInside(folder, path)) continue
    const message = `${path} is a symbolic link and is not followed, so classes in it are not found.`
    const help = 'Copy the file into the project, or import the class from a file of the project.'
    faults.push({ code: 'RL603', message, help, place: { file: path, pointer: '' } })
  }
  for (const path of paths) {
    const text = readText(join(folder, path))
    const fault = pathFault(path) ?? (text === undefined ? 'it is not UTF-8 text' : undefined)
    if (text === undefined || fault !== undefined) {
      const message = `${path} is skipped: ${fault}.`
      faults.push({ code: 'RL603', message, place: { file: path, pointer: '' } })
    } else sources.push(parse(path, text))
  }
  const broken = syntaxFaults(sources)
  const whole = sources.filter(({ path }) => !broken.some(({ place }) => place.file === path))
  return { sources: whole, faults: [...faults, ...broken] }
}

/** Whether a symbolic link points into the project. If so, the target is read by its own path. */
function leadsInside(folder: string, path: string): boolean {
  const isInside = unlessAbsent(() =>
    (realpathSync(join(folder, path)) + sep).startsWith(realpathSync(folder) + sep),
  )
  return isInside ?? false
}

interface SourcePaths {
  readonly paths: readonly string[]
  /** Symbolic links. They are not followed, because writing would replace the links with files. */
  readonly links: readonly string[]
}

function sourcePaths(folder: string, prefix = ''): SourcePaths {
  const paths: string[] = []
  const links: string[] = []
  for (const entry of entriesOf(join(folder, prefix))) {
    if (['node_modules', 'dist'].includes(entry.name) || entry.name.startsWith('.')) continue
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) {
      const inside = sourcePaths(folder, path)
      append(paths, inside.paths)
      append(links, inside.links)
    } else if (entry.isSymbolicLink()) {
      const inside = entriesOf(join(folder, path))
      if ([entry, ...inside].some(({ name }) => isSource(name))) links.push(path)
    } else if (entry.isFile() && isSource(path)) paths.push(path)
  }
  return { paths: paths.sort(), links: links.sort() }
}

function isSource(path: string): boolean {
  return /(?<!\.d)\.[cm]?tsx?$/.test(path)
}

function entriesOf(folder: string): readonly import('node:fs').Dirent[] {
  return unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? []
}

/** Returns a file as text; undefined if decoding would lose bytes. */
export function readText(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    if (isAbsence(error) || error instanceof TypeError) return undefined
    throw error
  }
}

export function parse(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return { path, text, tree, style: styleOf(text), imports: importsOf(tree) }
}

function importsOf(tree: ts.SourceFile): ReadonlyMap<string, Imported> {
  const imports = new Map<string, Imported>()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const { importClause: clause, moduleSpecifier } = statement
    if (clause === undefined || !ts.isStringLiteral(moduleSpecifier)) continue
    const module = moduleSpecifier.text
    const whole = clause.isTypeOnly
    if (clause.name) imports.set(clause.name.text, { module, name: 'default', type: whole })
    const bindings = clause.namedBindings
    if (bindings === undefined) continue
    if (ts.isNamespaceImport(bindings)) {
      imports.set(bindings.name.text, { module, name: '*', type: whole })
      continue
    }
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      const type = whole || isTypeOnly
      imports.set(name.text, { module, name: (propertyName ?? name).text, type })
    }
  }
  return imports
}

/** Reports syntax errors. Imports and types are not resolved, and no library is loaded. */
function syntaxFaults(sources: readonly Source[]): readonly Finding[] {
  const trees = new Map(sources.map(({ path, tree }) => [path, tree]))
  const host: ts.CompilerHost = {
    getSourceFile: (name) => trees.get(name),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => trees.has(name),
    readFile: () => undefined,
  }
  const options = { noResolve: true, noLib: true, allowImportingTsExtensions: true, noEmit: true }
  const program = ts.createProgram({ rootNames: [...trees.keys()], options, host })
  return sources.flatMap(({ path, tree }): readonly Finding[] => {
    const [first] = program.getSyntacticDiagnostics(tree)
    if (first === undefined) return []
    const { line, character } = tree.getLineAndCharacterOfPosition(first.start)
    const message = `${path} is skipped: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`
    const place = { file: path, pointer: '' }
    return [{ code: 'RL602', message, place, line: line + 1, column: character + 1 }]
  })
}
