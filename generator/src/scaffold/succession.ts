import { interfaceKey, type Scaffold, type StubClass } from '../emit/scaffold.ts'
import type { KnownClass, KnownMethod, Manifest } from './manifest.ts'

/**
 * Methods that stand behind another interface than before: their group goes by another name, a document was
 * split, or a second namespace made the group a nested one. What their user wrote goes on where it stands.
 */
export interface Succession {
  /** Key of the interface before. */
  readonly from: string
  readonly heir: StubClass
  /**
   * `takes-over`: the old interface is gone, and its class implements the new one.
   * `joins`: the old interface lives on without these methods, and its class implements both.
   * `descends`: the new interface was there before, as a holder of namespaces; the class of one of them takes its place.
   */
  readonly kind: 'takes-over' | 'joins' | 'descends'
  /** Wire names. */
  readonly wires: readonly string[]
}

/** Finds, for interfaces that ask for methods which stood elsewhere, the class that has most of them. */
export function successionsOf(scaffold: Scaffold, manifest: Manifest): readonly Succession[] {
  const stubs = new Map(scaffold.classes.map((stub) => [interfaceKey(stub), stub]))
  const wishes = scaffold.classes.flatMap((heir) => {
    const key = interfaceKey(heir)
    const known = manifest.classes[key]
    // It has a class with bodies of its own.
    if (known !== undefined && liveIn(known).some((wire) => wiresOf(heir).has(wire))) return []
    return Object.entries(manifest.classes).flatMap(([from, before]): readonly Succession[] => {
      if (from === key || before.removed === true) return []
      const stays = stubs.get(from)
      const wires = liveIn(before).filter(
        (wire) => wiresOf(heir).has(wire) && !(stays && wiresOf(stays).has(wire)),
      )
      if (wires.length === 0 || (stays !== undefined && known !== undefined)) return []
      const kind = stays !== undefined ? 'joins' : known === undefined ? 'takes-over' : 'descends'
      return [{ from, heir, kind, wires }]
    })
  })
  const chosen: Succession[] = []
  for (const wish of wishes.toSorted((a, b) => b.wires.length - a.wires.length)) {
    const taken = chosen.some(({ from, heir }) => from === wish.from || heir === wish.heir)
    if (!taken) chosen.push(wish)
  }
  return chosen
}

function wiresOf({ members }: StubClass): ReadonlySet<string> {
  return new Set(members.flatMap((member) => (member.kind === 'method' ? member.wire : [])))
}

function liveIn({ methods }: KnownClass): readonly string[] {
  return Object.entries(methods).flatMap(([wire, { state }]) => (state === undefined ? wire : []))
}

/** The manifest as if the methods had always stood behind their new interfaces. */
export function inherited(manifest: Manifest, successions: readonly Succession[]): Manifest {
  const classes: Record<string, KnownClass> = { ...manifest.classes }
  for (const { from, heir, kind, wires } of successions) {
    const before = classes[from]
    if (before === undefined) continue
    const key = interfaceKey(heir)
    if (kind === 'joins') {
      classes[from] = { ...before, methods: only(before.methods, (wire) => !wires.includes(wire)) }
      const methods = only(before.methods, (wire) => wires.includes(wire))
      classes[key] = { ...before, namespaces: [], methods }
    } else {
      delete classes[from]
      const known = classes[key]
      const isSame = known?.className === before.className && known.path === before.path
      classes[key] = { ...before, namespaces: isSame ? known.namespaces : before.namespaces }
    }
  }
  return { ...manifest, classes }
}

function only(
  methods: Readonly<Record<string, KnownMethod>>,
  keep: (wire: string) => boolean,
): Readonly<Record<string, KnownMethod>> {
  return Object.fromEntries(Object.entries(methods).filter(([wire]) => keep(wire)))
}
