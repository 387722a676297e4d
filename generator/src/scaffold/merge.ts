import { posix } from 'node:path'
import { ts } from 'ts-morph'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { interfaceKey, type Scaffold, type StubClass } from '../codegen/scaffold.ts'
import { type ClassPart, findClasses } from './classes.ts'
import { docLines } from './comment.ts'
import { mergeComposition } from './composition.ts'
import { type Draft, openDraft } from './draft.ts'
import type { KnownClass, Manifest } from './manifest.ts'
import { mergeClass } from './merge-class.ts'
import { objectHandlers } from './object-handlers.ts'
import type { Change, Report } from './outcome.ts'
import { parse, type Source, type Sources } from './sources.ts'
import { restoreClass, retireClass } from './vanished-class.ts'

/** The state that a project will have. Nothing is written yet. */
export interface Merged {
  readonly manifest: Manifest
  readonly changes: readonly Change[]
  readonly findings: readonly Finding[]
  readonly files: readonly {
    readonly path: string
    readonly text: string
    readonly fresh: boolean
  }[]
}

export function mergeProject(
  scaffold: Scaffold,
  manifest: Manifest,
  { sources, faults }: Sources,
): Merged {
  const project = openProject(scaffold, manifest, sources)
  const changes: Change[] = []
  const findings: Finding[] = []
  const report: Report = {
    changed: (change) => void changes.push(change),
    found: ({ path, at, ...finding }) =>
      void findings.push({ ...finding, place: { file: path, pointer: '' }, ...at }),
  }
  const isBlind = faults.length > 0
  const shared = { isBlind, report, draftOf: project.draftOf, classIn: project.classIn }
  const classes: Record<string, KnownClass> = {}
  const homes = new Map(
    scaffold.classes.flatMap(({ className, members }) =>
      members.flatMap((one) => (one.kind === 'method' ? [[one.name, className] as const] : [])),
    ),
  )

  // Find all classes first, because classes of namespaces are used in other classes.
  const found = scaffold.classes.map((stub) => ({ stub, home: homeOf(stub) }))
  for (const { stub, home } of found) {
    const key = interfaceKey(stub)
    const known = manifest.classes[key]
    if (home === undefined) {
      if (known !== undefined) classes[key] = known
      continue
    }
    const live = known?.removed === true ? { ...known, removed: undefined } : known
    classes[key] = mergeClass({
      ...shared,
      ...home,
      stub,
      known: live as KnownClass | undefined,
      all: project.classes,
      packageName: scaffold.packageName,
      homes,
    })
  }
  for (const [key, known] of Object.entries(manifest.classes)) {
    if (scaffold.classes.some((stub) => interfaceKey(stub) === key)) continue
    const parts = project.partsOf(key)
    if (parts.length === 0 && !known.removed && !isBlind) continue
    classes[key] = retireClass({ ...shared, key, known, parts, homes, isOwn: project.isOwn })
  }
  const composed = mergeComposition({
    ...shared,
    composition: scaffold.composition,
    packages: project.packages,
    sources,
    known: manifest.composed,
    openFresh: project.openFresh,
  })
  project.followPackage()
  const { packageName, dependency } = scaffold
  return {
    manifest: { packageName, dependency, files: manifest.files, composed, classes },
    changes,
    findings,
    files: project.finish(),
  }

  function homeOf(
    stub: StubClass,
  ): { readonly main: ClassPart; readonly parts: readonly ClassPart[] } | undefined {
    const key = interfaceKey(stub)
    const known = manifest.classes[key]
    const parts = project.partsOf(key)
    const main = mainOf(parts, key, known)
    if (main !== undefined) {
      return { main, parts: parts.filter((part) => part === main || isPartial(part, key)) }
    }
    if (known === undefined) return project.create(stub, report)
    if (known.removed === true) {
      const before = project.classes.find(
        ({ node, source }) => node.name?.text === known.className && source.path === known.path,
      )
      if (before === undefined) return isBlind ? undefined : project.create(stub, report)
      const draft = project.draftOf(before.source.path)
      const { module, interfaceName } = stub
      const names = [{ module, name: interfaceName }]
      restoreClass(draft, before, draft.typeText({ text: interfaceName, names }))
      report.changed({ kind: 'restored', subject: known.className, path: before.source.path })
      return { main: before, parts: [before] }
    }
    if (!isBlind) {
      const gone = `No class implements ${stub.interfaceName}`
      const object = objectHandlers(stub, sources)
      if (object === undefined)
        report.found({ code: 'RL605', message: `${gone}.`, path: known.path })
      else {
        const message = `${gone}: its handlers are an object, which scaffold cannot update.`
        report.found({ code: 'RL605', message, ...object })
      }
    }
    return undefined
  }
}

/**
 * Returns the class that gets new members. It must implement the whole interface and must not be a test
 * double. The class at the last known path is preferred.
 */
function mainOf(
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

function isPartial({ implemented }: ClassPart, key: string): boolean {
  return implemented.some((one) => one.key === key && !one.whole)
}

interface Project {
  readonly packages: readonly string[]
  readonly classes: ClassPart[]
  readonly isOwn: (module: string) => boolean
  readonly partsOf: (key: string) => readonly ClassPart[]
  readonly draftOf: (path: string) => Draft
  readonly openFresh: (source: Source) => Draft
  readonly create: (
    stub: StubClass,
    report: Report,
  ) => { readonly main: ClassPart; readonly parts: readonly ClassPart[] }
  readonly classIn: (draft: Draft, key: string) => string
  readonly followPackage: () => void
  readonly finish: () => Merged['files']
}

function openProject(scaffold: Scaffold, manifest: Manifest, read: readonly Source[]): Project {
  const sources = read.map((source) => underNewName(source, manifest.packageName, scaffold))
  const keys = new Set([...scaffold.classes.map(interfaceKey), ...Object.keys(manifest.classes)])
  const packages = [...new Set([scaffold.packageName, manifest.packageName])]
  const classes = [...findClasses(sources, keys, packages)]
  const drafts = new Map<string, Draft>()
  const fresh = new Set<string>()
  const created = new Map<string, ClassPart>()

  const draftOf = (path: string): Draft => {
    const known = drafts.get(path)
    if (known !== undefined) return known
    const source = sources.find((one) => one.path === path)
    if (source === undefined) throw new Error(`The source file ${path} does not exist.`)
    const draft = openDraft(source)
    drafts.set(path, draft)
    return draft
  }
  const openFresh = (source: Source): Draft => {
    const draft = openDraft(source)
    drafts.set(source.path, draft)
    fresh.add(source.path)
    return draft
  }
  const partsOf = (key: string): readonly ClassPart[] =>
    classes.filter(({ implemented }) => implemented.some((one) => one.key === key))
  const isOwn = (module: string): boolean =>
    packages.some((name) => module === name || module.startsWith(`${name}/`))

  return {
    packages,
    classes,
    isOwn,
    partsOf,
    draftOf,
    openFresh,
    create(stub, report) {
      const path = freePath(stub.path, [...sources.map((one) => one.path), ...drafts.keys()])
      const lines = [...docLines(stub.doc), `export class ${stub.className} {`, '}', '']
      const draft = openFresh(parse(path, lines.join('\n')))
      const names = [{ module: stub.module, name: stub.interfaceName }]
      const [part] = findClasses([draft.source], keys, packages)
      if (part?.node.name === undefined)
        throw new Error(`${stub.className} is not a valid class name.`)
      const at = part.node.name.end
      const local = draft.typeText({ text: stub.interfaceName, names })
      draft.edit({ start: at, end: at, text: ` implements ${local}` })
      classes.push(part)
      created.set(interfaceKey(stub), part)
      report.changed({ kind: 'added', subject: stub.className, path })
      return { main: part, parts: [part] }
    },
    classIn(draft, key) {
      const stub = scaffold.classes.find((one) => interfaceKey(one) === key)
      const part = created.get(key) ?? mainOf(partsOf(key), key, manifest.classes[key])
      const name = part?.node.name?.text ?? stub?.className ?? ''
      const path = part?.source.path ?? stub?.path ?? ''
      if (path === draft.source.path) return name
      return draft.value(relativeModule(draft.source, path), name)
    },
    followPackage() {
      const [now, before] = packages
      if (now === undefined || before === undefined) return
      for (const source of sources) followSpecifiers(source, { draftOf, before, now })
    },
    finish: () =>
      [...drafts.values()]
        .filter((draft) => draft.isTouched())
        .map((draft) => ({
          path: draft.source.path,
          text: draft.finish(),
          fresh: fresh.has(draft.source.path),
        })),
  }
}

/** Returns a path that differs from all others even when ignoring case. */
function freePath(wanted: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((path) => path.toLowerCase()))
  let path = wanted
  for (let count = 2; lower.has(path.toLowerCase()); count++) {
    path = wanted.replace(/\.ts$/, `-${count}.ts`)
  }
  return path
}

/** Returns the import path of a source. Its extension follows the style of the other imports. */
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

/** Returns a source as if its imports used the package's current name. */
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

function followSpecifiers(
  source: Source,
  names: {
    readonly draftOf: (path: string) => Draft
    readonly before: string
    readonly now: string
  },
): void {
  const { before, now, draftOf } = names
  for (const statement of source.tree.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue
    const specifier = statement.moduleSpecifier
    if (specifier === undefined || !ts.isStringLiteral(specifier)) continue
    const { text } = specifier
    if (text !== before && !text.startsWith(`${before}/`)) continue
    const start = specifier.getStart() + 1
    draftOf(source.path).edit({ start, end: start + before.length, text: now })
  }
}
