import type { Finding } from '../diagnostics/diagnostics.ts'
import { interfaceKey, type Scaffold, type StubClass } from '../codegen/scaffold.ts'
import { mergeComposition } from './composition.ts'
import type { KnownClass, Manifest } from './manifest.ts'
import { mergeClass } from './merge-class.ts'
import { objectHandlers } from './object-handlers.ts'
import { type ChangedFile, type Home, isPartial, mainOf, OpenProject } from './open-project.ts'
import type { Change, Report } from './outcome.ts'
import type { Source, Sources } from './sources.ts'
import { restoreClass, retireClass } from './vanished-class.ts'

/** Planned state of a project after the merge. */
export interface Merged {
  readonly manifest: Manifest
  readonly changes: readonly Change[]
  readonly findings: readonly Finding[]
  readonly files: readonly ChangedFile[]
}

interface Merging {
  readonly scaffold: Scaffold
  readonly manifest: Manifest
  readonly sources: readonly Source[]
  readonly project: OpenProject
  /** Class that contains a method, by method name. */
  readonly homes: ReadonlyMap<string, string>
  /** Whether some sources could not be parsed. If so, a missing class may exist in one of them. */
  readonly isBlind: boolean
  readonly report: Report
}

export function mergeProject(
  scaffold: Scaffold,
  manifest: Manifest,
  { sources, faults }: Sources,
): Merged {
  const project = new OpenProject(scaffold, manifest, sources)
  const changes: Change[] = []
  const findings: Finding[] = []
  const report: Report = {
    changed: (change) => void changes.push(change),
    found: ({ path, at, ...finding }) =>
      void findings.push({ ...finding, place: { file: path, pointer: '' }, ...at }),
  }
  const isBlind = faults.length > 0
  const homes = homesOf(scaffold)
  const merging: Merging = { scaffold, manifest, sources, project, homes, isBlind, report }
  const classes = { ...mergeClasses(merging), ...retireClasses(merging) }
  const composed = mergeComposition({
    composition: scaffold.composition,
    entries: project.packages.map(
      (name) => name + scaffold.entry.slice(scaffold.packageName.length),
    ),
    sources,
    known: manifest.composed,
    isBlind,
    project,
    report,
  })
  project.followPackage()
  const { packageName, dependency } = scaffold
  return {
    manifest: { packageName, dependency, files: manifest.files, composed, classes },
    changes,
    findings,
    files: project.finish(),
  }
}

function homesOf({ classes }: Scaffold): ReadonlyMap<string, string> {
  return new Map(
    classes.flatMap(({ className, members }) =>
      members.flatMap((one) => (one.kind === 'method' ? [[one.name, className] as const] : [])),
    ),
  )
}

function mergeClasses(merging: Merging): Readonly<Record<string, KnownClass>> {
  const { scaffold, manifest, project, homes, isBlind, report } = merging
  const classes: Record<string, KnownClass> = {}
  // Find all classes first, because group classes refer to the classes of namespaces.
  const found = scaffold.classes.map((stub) => ({ stub, home: homeOf(merging, stub) }))
  for (const { stub, home } of found) {
    const key = interfaceKey(stub)
    const known = manifest.classes[key]
    if (home !== undefined) {
      const { entry } = scaffold
      classes[key] = mergeClass({
        ...home,
        stub,
        known,
        isBlind,
        report,
        project,
        entry,
        homes,
      })
    } else if (known !== undefined) classes[key] = known
  }
  return classes
}

function retireClasses(merging: Merging): Readonly<Record<string, KnownClass>> {
  const { scaffold, manifest, project, homes, isBlind, report } = merging
  const current = new Set(scaffold.classes.map(interfaceKey))
  const gone = Object.entries(manifest.classes).flatMap(([key, known]) => {
    const parts = project.partsOf(key)
    const isForgotten = parts.length === 0 && !known.removed && !isBlind
    if (current.has(key) || isForgotten) return []
    return [[key, retireClass({ key, known, parts, homes, project, report })] as const]
  })
  return Object.fromEntries(gone)
}

/** Finds the class that implements an interface, or creates it. */
function homeOf(merging: Merging, stub: StubClass): Home | undefined {
  const { manifest, project, isBlind, report } = merging
  const key = interfaceKey(stub)
  const known = manifest.classes[key]
  const parts = project.partsOf(key)
  const main = mainOf(parts, key, known)
  if (main !== undefined) {
    return { main, parts: parts.filter((part) => part === main || isPartial(part, key)) }
  }
  if (known === undefined) return project.create(stub, report)
  if (known.removed === true) {
    const restored = restore(merging, stub, known)
    return restored ?? (isBlind ? undefined : project.create(stub, report))
  }
  if (!isBlind) reportMissing(merging, stub, known)
  return undefined
}

/**
 * Handles an interface that was removed from the documents and has been added again: adds it to the class
 * that implemented it before. Returns undefined if the class no longer exists.
 */
function restore(
  { project, report }: Merging,
  { module, interfaceName }: StubClass,
  known: KnownClass,
): Home | undefined {
  const main = project.classes.find(
    ({ node, source }) => node.name?.text === known.className && source.path === known.path,
  )
  if (main === undefined) return undefined
  const { path } = main.source
  const draft = project.draftOf(path)
  const names = [{ module, name: interfaceName }]
  restoreClass(draft, main, draft.typeText({ text: interfaceName, names }))
  report.changed({ kind: 'restored', subject: known.className, path })
  return { main, parts: [main] }
}

function reportMissing({ sources, report }: Merging, stub: StubClass, { path }: KnownClass): void {
  const gone = `No class implements ${stub.interfaceName}`
  const object = objectHandlers(stub, sources)
  if (object === undefined) report.found({ code: 'RL605', message: `${gone}.`, path })
  else {
    const message = `${gone}: its handlers are an object, which scaffold cannot update.`
    report.found({ code: 'RL605', message, ...object })
  }
}
