import { interfaceKey, type Scaffold, type StubClass } from '../emit/scaffold.ts'
import type { ClassPart } from './classes.ts'
import type { Draft } from './draft.ts'
import type { Report } from './outcome.ts'
import type { Succession } from './succession.ts'
import { implementAlso, withoutInterface } from './vanished-class.ts'

interface Stage {
  readonly scaffold: Scaffold
  /** Classes of the project; those that implement another interface now are replaced in it. */
  readonly classes: ClassPart[]
  readonly draftOf: (path: string) => Draft
  readonly report: Report
}

/** A class of namespaces whose place in the composition one of its members takes. */
export interface Descent {
  /** `interfaceKey` of what the composition asks for. */
  readonly of: string
  readonly className: string
  readonly member: string
}

/** Lets the classes that have the methods implement what asks for them now; those that could be followed. */
export function succeed(
  stage: Stage,
  successions: readonly Succession[],
  memberOf: (key: string) => string | undefined,
): { readonly done: readonly Succession[]; readonly descents: readonly Descent[] } {
  const done: Succession[] = []
  const descents: Descent[] = []
  for (const succession of successions) {
    const { from, kind } = succession
    const parts = partsOf(stage, from)
    const [main] = parts
    if (main?.node.name === undefined) continue
    if (kind === 'joins') join(stage, succession, main)
    else {
      const descent = kind === 'descends' ? leave(stage, succession, memberOf(from)) : undefined
      if (descent !== undefined) descents.push(descent)
      for (const part of partsOf(stage, from)) takeOver(stage, succession, part)
    }
    done.push(succession)
    const { path } = main.source
    stage.report.changed({ kind: 'updated', subject: main.node.name.text, path })
  }
  return { done, descents }
}

function partsOf({ classes }: Stage, key: string): readonly ClassPart[] {
  return classes.filter(({ implemented }) => implemented.some((one) => one.key === key))
}

function replace({ classes }: Stage, before: ClassPart, after: ClassPart): void {
  classes[classes.indexOf(before)] = after
}

/** `implements PetsHandlers, PetsCatHandlers`: the group holds this very object as one of its namespaces. */
function join(stage: Stage, { heir }: Succession, part: ClassPart): void {
  const draft = stage.draftOf(part.source.path)
  implementAlso(draft, part, typeOf(draft, heir))
  const [beside] = part.implemented
  if (beside === undefined) return
  const implemented = [...part.implemented, { ...beside, key: interfaceKey(heir), whole: true }]
  replace(stage, part, { ...part, implemented })
}

/** Puts the new interface where the old one was named; types that moved with it come from its module. */
function takeOver(stage: Stage, { from, heir }: Succession, part: ClassPart): void {
  const draft = stage.draftOf(part.source.path)
  const key = interfaceKey(heir)
  const implemented = part.implemented.map((one) => {
    if (one.key !== from) return one
    draft.edit({ start: one.name.getStart(), end: one.name.end, text: typeOf(draft, heir) })
    draft.release([one.name.getText().split('.')[0] ?? ''])
    return { ...one, key }
  })
  replace(stage, part, { ...part, implemented })
  const module = `${heir.module.slice(0, heir.module.lastIndexOf('/'))}/${from.slice(0, from.indexOf('#'))}`
  if (module === heir.module) return
  const still = stage.scaffold.classes.find((stub) => stub.module === module)?.exports
  draft.move(module, heir.module, (name) => heir.exports.has(name) && !still?.has(name))
}

/** The holder of namespaces implements the interface no more, which one of what it holds does now. */
function leave(stage: Stage, { from, heir }: Succession, member = ''): Descent | undefined {
  const key = interfaceKey(heir)
  let descent: Descent | undefined
  for (const part of partsOf(stage, key)) {
    const draft = stage.draftOf(part.source.path)
    if (part.implemented.some((one) => one.key === from)) {
      // It held itself.
      withoutInterface(draft, part, from)
      const implemented = part.implemented.filter((one) => one.key !== from)
      replace(stage, part, { ...part, implemented })
      continue
    }
    withoutInterface(draft, part, key)
    const implemented = part.implemented.filter((one) => one.key !== key)
    replace(stage, part, { ...part, implemented })
    const className = part.node.name?.text
    if (className !== undefined) descent = { of: key, className, member }
  }
  return descent
}

function typeOf(draft: Draft, { module, interfaceName }: StubClass): string {
  return draft.typeText({ text: interfaceName, names: [{ module, name: interfaceName }] })
}
