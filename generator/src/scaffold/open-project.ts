import { posix } from 'node:path'
import { ts } from 'ts-morph'
import { interfaceKey, type Scaffold, type StubClass } from '../codegen/scaffold.ts'
import { type ClassPart, findClasses } from './classes.ts'
import { docLines } from './comment.ts'
import { type Draft, openDraft } from './draft.ts'
import type { KnownClass, Manifest } from './manifest.ts'
import type { Report } from './outcome.ts'
import { parse, type Source } from './sources.ts'

/** A new or changed source. */
export interface ChangedFile {
  readonly path: string
  readonly text: string
  readonly fresh: boolean
}

/** The classes that implement an interface. New members are added to `main`. */
export interface Home {
  readonly main: ClassPart
  readonly parts: readonly ClassPart[]
}

/** The sources of a project with their drafts. */
export class OpenProject {
  /** The current name of the generated package and, if different, its name at the last run. */
  readonly packages: readonly string[]
  readonly classes: ClassPart[]
  readonly #scaffold: Scaffold
  readonly #manifest: Manifest
  readonly #sources: readonly Source[]
  readonly #keys: ReadonlySet<string>
  readonly #drafts = new Map<string, Draft>()
  readonly #fresh = new Set<string>()
  readonly #created = new Map<string, ClassPart>()

  constructor(scaffold: Scaffold, manifest: Manifest, sources: readonly Source[]) {
    this.#scaffold = scaffold
    this.#manifest = manifest
    this.#sources = sources.map((one) => underNewName(one, manifest.packageName, scaffold))
    this.#keys = new Set([...scaffold.classes.map(interfaceKey), ...Object.keys(manifest.classes)])
    this.packages = [...new Set([scaffold.packageName, manifest.packageName])]
    this.classes = [...findClasses(this.#sources, this.#keys, this.packages)]
  }

  isOwn(module: string): boolean {
    return this.packages.some((name) => module === name || module.startsWith(`${name}/`))
  }

  partsOf(key: string): readonly ClassPart[] {
    return this.classes.filter(({ implemented }) => implemented.some((one) => one.key === key))
  }

  draftOf(path: string): Draft {
    const known = this.#drafts.get(path)
    if (known !== undefined) return known
    const source = this.#sources.find((one) => one.path === path)
    if (source === undefined) throw new Error(`The source file ${path} does not exist.`)
    const draft = openDraft(source)
    this.#drafts.set(path, draft)
    return draft
  }

  openFresh(source: Source): Draft {
    const draft = openDraft(source)
    this.#drafts.set(source.path, draft)
    this.#fresh.add(source.path)
    return draft
  }

  create(stub: StubClass, report: Report): Home {
    const taken = [...this.#sources.map((one) => one.path), ...this.#drafts.keys()]
    const path = freePath(stub.path, taken)
    const lines = [...docLines(stub.doc), `export class ${stub.className} {`, '}', '']
    const draft = this.openFresh(parse(path, lines.join('\n')))
    const names = [{ module: stub.module, name: stub.interfaceName }]
    const [main] = findClasses([draft.source], this.#keys, this.packages)
    if (main?.node.name === undefined)
      throw new Error(`${stub.className} is not a valid class name.`)
    const at = main.node.name.end
    const local = draft.typeText({ text: stub.interfaceName, names })
    draft.edit({ start: at, end: at, text: ` implements ${local}` })
    this.classes.push(main)
    this.#created.set(interfaceKey(stub), main)
    report.changed({ kind: 'added', subject: stub.className, path })
    return { main, parts: [main] }
  }

  /** Imports a class into a draft and returns the local name of the class. */
  classIn(draft: Draft, key: string): string {
    const stub = this.#scaffold.classes.find((one) => interfaceKey(one) === key)
    const known = this.#manifest.classes[key]
    const part = this.#created.get(key) ?? mainOf(this.partsOf(key), key, known)
    const name = part?.node.name?.text ?? stub?.className ?? ''
    const path = part?.source.path ?? stub?.path ?? ''
    if (path === draft.source.path) return name
    return draft.value(relativeModule(draft.source, path), name)
  }

  /** Updates imports after the generated package was renamed. */
  followPackage(): void {
    const [now, before] = this.packages
    if (now === undefined || before === undefined) return
    for (const source of this.#sources) {
      for (const specifier of specifiersIn(source.tree)) {
        const { text } = specifier
        if (text !== before && !text.startsWith(`${before}/`)) continue
        const start = specifier.getStart() + 1
        this.draftOf(source.path).edit({ start, end: start + before.length, text: now })
      }
    }
  }

  finish(): readonly ChangedFile[] {
    const touched = [...this.#drafts.values()].filter((draft) => draft.isTouched())
    return touched.map((draft) => {
      const { path } = draft.source
      return { path, text: draft.finish(), fresh: this.#fresh.has(path) }
    })
  }
}

/**
 * Returns the class to which new members are added. It must implement the whole interface and must not be a
 * test double. Prefers the class at the path that the manifest records.
 */
export function mainOf(
  parts: readonly ClassPart[],
  key: string,
  known: KnownClass | undefined,
): ClassPart | undefined {
  const rank = (part: ClassPart): number => {
    const { path } = part.source
    const isTest = /(^|[/._-])tests?([/._-]|$)|\.spec\./.test(path)
    return (
      (path === known?.path && part.node.name?.text === known.className ? 0 : 4) +
      (isPartial(part, key) ? 2 : 0) +
      (isTest ? 1 : 0)
    )
  }
  return parts.toSorted((a, b) => rank(a) - rank(b))[0]
}

export function isPartial({ implemented }: ClassPart, key: string): boolean {
  return implemented.some((one) => one.key === key && !one.whole)
}

/** Returns a path that differs from all others even on case-insensitive file systems. */
function freePath(wanted: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((path) => path.toLowerCase()))
  let path = wanted
  for (let count = 2; lower.has(path.toLowerCase()); count++) {
    path = wanted.replace(/\.ts$/, `-${count}.ts`)
  }
  return path
}

/** Returns the import path of a source file. The file extension follows the file's other imports. */
function relativeModule({ path, imports }: Source, to: string): string {
  const relative = posix.relative(posix.dirname(path), to)
  const specifier = relative.startsWith('.') ? relative : `./${relative}`
  const others = [...imports.values()].map(({ module }) => module)
  const local = others.find((module) => module.startsWith('.'))
  if (local === undefined || /\.[cm]?tsx?$/.test(local)) return specifier
  const extension = /\.([cm]?)js$/.exec(local)
  const stem = specifier.replace(/\.([cm]?)tsx?$/, '')
  return extension === null ? stem : `${stem}.${extension[1] ?? ''}js`
}

/** Replaces the previous name of the generated package in a source's imports with the current name. */
function underNewName(source: Source, before: string, { packageName }: Scaffold): Source {
  if (before === packageName) return source
  const imports = [...source.imports].map(([local, imported]) => {
    const { module } = imported
    const isOurs = module === before || module.startsWith(`${before}/`)
    const now = isOurs ? packageName + module.slice(before.length) : module
    return [local, { ...imported, module: now }] as const
  })
  return { ...source, imports: new Map(imports) }
}

function specifiersIn({ statements }: ts.SourceFile): readonly ts.StringLiteral[] {
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const specifier = statement.moduleSpecifier
    return specifier !== undefined && ts.isStringLiteral(specifier) ? [specifier] : []
  })
}
