import type { StubClass, StubMember, StubMethod, StubNamespace } from '../codegen/scaffold.ts'
import { chainOf, type ClassPart, type Member, membersOf, parameterProperties } from './classes.ts'
import { changeKind, hasOtherKind } from './changed-kind.ts'
import type { Draft } from './draft.ts'
import { type Anchor, insertion, layoutOf } from './insert.ts'
import type { KnownClass, KnownMethod } from './manifest.ts'
import {
  dropSelf,
  followMethod,
  goneNamesOf,
  knownMethod,
  mark,
  namesWritten,
  positionIn,
  unmark,
  retireMethod,
} from './merge-methods.ts'
import { positionOf } from './nodes.ts'
import type { OpenProject } from './open-project.ts'
import type { Report } from './outcome.ts'
import { stubLines } from './stub.ts'

/** A class of the scaffold and the project's classes that implement the same interface. */
export interface ClassQuestion {
  readonly stub: StubClass
  readonly known: KnownClass | undefined
  /**
   * The class that new members are added to. The classes in `parts` implement the same interface or part of
   * it.
   */
  readonly main: ClassPart
  readonly parts: readonly ClassPart[]
  /** Whether some sources could not be parsed. If so, a missing member may exist in one of them. */
  readonly isBlind: boolean
  /** Module with `notImplemented`. */
  readonly entry: string
  /** Name of the class that has a method, by method name. */
  readonly homes: ReadonlyMap<string, string>
  readonly project: OpenProject
  readonly report: Report
}

/** Updates a class and returns its record for the manifest. */
export function mergeClass(question: ClassQuestion): KnownClass {
  const { stub, known, main } = question
  const members = findMembers(question)
  const follow = followMembers(question, members)
  const gone = retireMembers(question, members)
  retireNamespaces(question, members)
  forgetImports(question)
  return {
    className: main.node.name?.text ?? known?.className ?? stub.className,
    path: main.source.path,
    namespaces: stub.members.flatMap((member) =>
      member.kind === 'namespace' ? member.member : [],
    ),
    methods: { ...gone, ...follow },
  }
}

interface Members {
  readonly get: (name: string) => Member | undefined
  /**
   * Returns a member next to which new members can be inserted. The member must be in a class that implements
   * the interface itself.
   */
  readonly anchor: (name: string) => Member | undefined
  /**
   * Whether a member is declared in a base class that several classes extend. Such a member is not changed.
   */
  readonly isShared: (member: Member) => boolean
  /** Whether the class has a member that is declared by a constructor parameter. */
  readonly has: (name: string) => boolean
}

function findMembers({ main, parts, project: { classes: all } }: ClassQuestion): Members {
  const own = [main, ...parts.filter((part) => part !== main)]
  const chain = [...new Set(own.flatMap((part) => chainOf(part, all)))]
  const tables = new Map(chain.map((part) => [part, membersOf(part)]))
  const find = (name: string, among: readonly ClassPart[]): Member | undefined =>
    among.map((part) => tables.get(part)?.get(name)).find((member) => member !== undefined)
  return {
    get: (name) => find(name, chain),
    anchor: (name) => find(name, own),
    isShared: ({ part }) =>
      !own.includes(part) && all.filter((other) => chainOf(other, all)[1] === part).length > 1,
    has: (name) => chain.some((part) => parameterProperties(part).has(name)),
  }
}

function followMembers(
  question: ClassQuestion,
  members: Members,
): Readonly<Record<string, KnownMethod>> {
  const { stub, known } = question
  const methods: Record<string, KnownMethod> = {}
  const fresh: StubMember[] = []
  const names = methodNamesOf(stub)
  /** Names of class members that implement methods that are both in the manifest and in the document. */
  const claimed = new Set(
    Object.entries(known?.methods ?? {}).flatMap(([methodName, { member }]) =>
      names.has(methodName) ? member : [],
    ),
  )
  for (const item of stub.members) {
    if (item.kind === 'namespace') {
      if (!followNamespace(question, members, item)) fresh.push(item)
      continue
    }
    const { name } = item
    const before = ownOf(known?.methods, name) ?? successorOf(question, { item, members, names })
    // Look for the old member name first, because the new member name may still belong to another method.
    const same = before && members.get(before.member)
    const member = same ?? (claimed.has(item.member) ? undefined : members.get(item.member))
    if (member !== undefined && members.isShared(member)) methods[name] = adopted(item)
    else if (member !== undefined) {
      methods[name] = follow(question, item, { member, before })
      pointOut(question, item, { member, before })
    } else if (before !== undefined) methods[name] = missing(question, item, before)
    else {
      methods[name] = members.has(item.member) ? adopted(item) : knownMethod(item)
      if (!members.has(item.member)) fresh.push(item)
    }
  }
  insertMembers(question, members, fresh)
  return methods
}

/**
 * Returns true if the class has a property for the namespace, or if the user deleted the property. Returns
 * false if the property must be added.
 */
function followNamespace(
  { known, project }: ClassQuestion,
  members: Members,
  { member: name }: StubNamespace,
): boolean {
  const member = members.get(name)
  if (member !== undefined) unmark(project.draftOf(member.part.source.path), member.nodes[0])
  return member !== undefined || members.has(name) || known?.namespaces.includes(name) === true
}

function follow(
  question: ClassQuestion,
  method: StubMethod,
  { member, before }: { readonly member: Member; readonly before: KnownMethod | undefined },
): KnownMethod {
  if (before === undefined || before.state === 'deleted') return adopted(method)
  const { project, report } = question
  const draft = project.draftOf(member.part.source.path)
  const asked = { method, known: before, member }
  if (!hasOtherKind(member, method)) return followMethod(draft, asked, report)
  const layout = layoutOf(member.part)
  const lines = (): readonly string[] =>
    linesOf({ ...method, doc: '' }, { question, draft, layout })
  return changeKind(draft, { ...asked, lines, indent: layout.indent }, report)
}

/** Returns the manifest's record of a renamed method: a removed method with the same member name. */
function successorOf(
  { known, main, report }: ClassQuestion,
  {
    item: { member, name: methodName },
    members,
    names,
  }: {
    readonly item: StubMethod
    readonly members: Members
    readonly names: ReadonlySet<string>
  },
): KnownMethod | undefined {
  const past = Object.entries(known?.methods ?? {}).find(
    ([old, method]) => method.member === member && method.state !== 'deleted' && !names.has(old),
  )
  if (past === undefined || members.get(member) === undefined) return undefined
  report.changed({ kind: 'renamed', subject: methodName, path: main.source.path })
  return past[1]
}

function methodNamesOf({ members }: StubClass): ReadonlySet<string> {
  return new Set(members.flatMap((member) => (member.kind === 'method' ? member.name : [])))
}

/**
 * Returns a record for the manifest of a method that the user wrote. The record has no hash of the comment,
 * so later runs do not replace the user's comment.
 */
function adopted(method: StubMethod): KnownMethod {
  const { doc: _, ...rest } = knownMethod(method)
  return rest
}

/**
 * Returns the manifest's record of a method that an earlier run wrote and that is no longer in the project.
 * Reports that the user deleted the method, unless a source could not be parsed or an earlier run reported
 * it.
 */
function missing(
  { main, isBlind, report }: ClassQuestion,
  method: StubMethod,
  before: KnownMethod,
): KnownMethod {
  if (isBlind || before.state === 'deleted') return before
  const message = `You deleted ${method.name}, so it is not added again.`
  report.found({ code: 'RL606', message, path: main.source.path, at: positionOf(main.node) })
  const { doc: _, ...rest } = knownMethod(method)
  return { ...rest, state: 'deleted' }
}

/** Reports the replacement of a deprecated method, unless an earlier run reported it. */
function pointOut(
  { report }: ClassQuestion,
  { name, replacedBy }: StubMethod,
  { member, before }: { readonly member: Member; readonly before: KnownMethod | undefined },
): void {
  if (replacedBy === undefined || before?.replacedBy === replacedBy) return
  const message = `${name} is replaced by ${replacedBy}.`
  report.found({ code: 'RL608', message, path: member.part.source.path, at: positionIn(member) })
}

function retireMembers(
  question: ClassQuestion,
  members: Members,
): Readonly<Record<string, KnownMethod>> {
  const { stub, known, project, report, isBlind, homes } = question
  const methodNames = methodNamesOf(stub)
  const names = new Set(stub.members.map(({ member }) => member))
  const gone: Record<string, KnownMethod> = {}
  for (const [name, method] of Object.entries(known?.methods ?? {})) {
    if (methodNames.has(name)) continue
    // Do not retire the member if another method of the document now has the same member name.
    const member = names.has(method.member) ? undefined : members.get(method.member)
    if (member === undefined || members.isShared(member)) {
      if (isBlind) gone[name] = method
      continue
    }
    gone[name] = retireMethod(
      project.draftOf(member.part.source.path),
      { name, known: method, member, elsewhere: homes.get(name), ...vanished(stub) },
      report,
    )
  }
  return gone
}

/**
 * Marks and keeps a namespace that the group no longer has. A namespace property that scaffold set to `this`
 * is removed.
 */
function retireNamespaces({ stub, known, project, report }: ClassQuestion, members: Members): void {
  for (const name of known?.namespaces ?? []) {
    const member = members.get(name)
    const [node] = member?.nodes ?? []
    if (member === undefined || node === undefined) continue
    if (stub.members.some((other) => other.member === name)) continue
    const { path } = member.part.source
    if (dropSelf(project.draftOf(path), node)) continue
    const says = `The group no longer has the namespace ${name}.`
    mark(project.draftOf(path), node, says)
    report.found({ code: 'RL607', message: says, path, at: positionIn(member) })
  }
}

/** Removes imports of types that the generated package no longer exports. */
function forgetImports({ stub, known, parts, project }: ClassQuestion): void {
  const names = namesWritten(known, vanished(stub).goneNames)
  for (const { source } of names.length > 0 ? parts : [])
    project.draftOf(source.path).forget(stub.types, names)
}

/** Returns functions that detect types that the module of the types no longer exports. */
function vanished({ types, exports }: Pick<StubClass, 'types' | 'exports'>): {
  readonly isGone: (from: string, name: string) => boolean
  readonly goneNames: (text: string) => ReadonlyMap<string, string>
} {
  return {
    isGone: (from, name) => from === types && !exports.has(name),
    goneNames: goneNamesOf((name) => !exports.has(name)),
  }
}

/**
 * Inserts new members in the order of the document: after the nearest preceding member in the class, otherwise
 * before the nearest following member.
 */
function insertMembers(
  question: ClassQuestion,
  members: Members,
  fresh: readonly StubMember[],
): void {
  const { stub, main, project, report } = question
  const places: Place[] = []
  for (const item of fresh) {
    const place = placeOf(stub.members, item, members) ?? endOf(main)
    const known = places.find(({ anchor }) => isSame(anchor, place.anchor))
    if (known === undefined) places.push(place)
    ;(known ?? place).items.push(item)
  }
  for (const { part, anchor, items } of places) {
    const draft = project.draftOf(part.source.path)
    const layout = layoutOf(part)
    const lines = items.map((item) => linesOf(item, { question, draft, layout }))
    draft.edit(insertion(part, anchor, { members: lines, layout }))
    for (const item of items) {
      const subject = item.kind === 'method' ? item.name : item.member
      report.changed({ kind: 'added', subject, path: part.source.path })
    }
  }
}

interface Place {
  readonly part: ClassPart
  readonly anchor: Anchor
  readonly items: StubMember[]
}

function isSame(left: Anchor, right: Anchor): boolean {
  if (left.kind === 'inside' || right.kind === 'inside') return left.kind === right.kind
  return left.kind === right.kind && left.node === right.node
}

function placeOf(
  order: readonly StubMember[],
  item: StubMember,
  members: Members,
): Place | undefined {
  const index = order.indexOf(item)
  const before = order.slice(0, index).findLast(({ member }) => members.anchor(member))
  const after = order.slice(index + 1).find(({ member }) => members.anchor(member))
  const neighbour = before ?? after
  const member = neighbour && members.anchor(neighbour.member)
  const node = before === undefined ? member?.nodes[0] : member?.nodes.at(-1)
  if (member === undefined || node === undefined) return undefined
  const kind = before === undefined ? 'before' : 'after'
  return { part: member.part, anchor: { kind, node }, items: [] }
}

function endOf(part: ClassPart): Place {
  const node = part.node.members.at(-1)
  return { part, anchor: node ? { kind: 'after', node } : { kind: 'inside' }, items: [] }
}

function linesOf(
  item: StubMember,
  {
    question: { entry, project, main, stub },
    draft,
    layout,
  }: {
    readonly question: Pick<ClassQuestion, 'entry' | 'project' | 'main' | 'stub'>
    readonly draft: Draft
    readonly layout: ReturnType<typeof layoutOf>
  },
): readonly string[] {
  const { semicolon } = draft.source.style
  if (item.kind === 'namespace') {
    const name = project.classIn(draft, item.of)
    // The class of the group may also implement the interface of the namespace, if all methods of an earlier
    // version of the group were in the namespace. Then the namespace property is set to `this`.
    if (name === main.node.name?.text) {
      const interfaceName = item.of.slice(item.of.indexOf('#') + 1)
      const names = [{ module: stub.module, name: interfaceName }]
      const type = draft.typeText({ text: interfaceName, names })
      return [`readonly ${item.member}: ${type} = this${semicolon}`]
    }
    return [`readonly ${item.member} = new ${name}()${semicolon}`]
  }
  return stubLines(draft, item, { entry, ...layout, style: draft.source.style })
}

function ownOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}
