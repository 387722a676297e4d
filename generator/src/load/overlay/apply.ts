import { append } from '../../json/append.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Place } from '../../json/types.ts'
import { jsonText } from '../../json/text.ts'
import { child, tokensOf } from '../../json/pointer.ts'
import type { InputFile, Position } from '../../openrpc/loaded.ts'
import { openNames, type NameBook } from './names.ts'
import { openPatch, type Patch } from './patch.ts'
import { rename } from './rename.ts'
import { select } from './select.ts'
import type { Action, Overlay } from './types.ts'

/** The overlays of a run, applied to each file as it is read. */
export interface Overlaying {
  /**
   * Applies the overlays to a file. `isDocument` is true for an input and false for a file that is only
   * referenced.
   */
  readonly over: (file: InputFile, isDocument: boolean) => InputFile
  /** Returns failed and unused actions. Call it after all files were read. */
  readonly findings: () => readonly Finding[]
}

/**
 * Maximum number of characters of JSON that the overlays of a run may add. Without a limit, an update that
 * selects every place would multiply a document.
 */
const maxAdded = 64 * 1024 * 1024
/** Number of characters that each updated place costs in addition to the update's own. */
const costOfPlace = 64

/** The number of characters that the overlays of a run may still add. */
interface Budget {
  left: number
}

/** Opens overlays in order of application; `locate` finds positions in their files. */
export function openOverlays(
  overlays: readonly Overlay[],
  locate: (place: Place) => Position,
): Overlaying {
  const layers = overlays.map((overlay) => ({
    overlay,
    names: overlay.renames && openNames(overlay.renames),
    met: new Set<Action>(),
  }))
  const findings: Finding[] = []
  const budget: Budget = { left: maxAdded }

  function over(file: InputFile, isDocument: boolean): InputFile {
    const patches: Patch[] = []
    let json = file.json
    for (const { overlay, names, met } of layers) {
      const isMeant = overlay.extends === undefined ? isDocument : overlay.extends === file.path
      if (isMeant && overlay.actions.length > 0) {
        const patch = openPatch(file.path, json)
        patches.unshift(patch)
        for (const action of overlay.actions) {
          const outcome = act(patch, action, budget)
          if (outcome.met) met.add(action)
          append(findings, outcome.findings)
        }
        json = patch.json()
      }
      // Renames apply to every file, including referenced ones.
      if (names !== undefined && (isMeant || overlay.extends === undefined)) {
        json = rename(json, names)
      }
    }
    if (json === file.json) return file
    return { ...file, json, locate: locatorOf(file, patches, locate) }
  }

  return {
    over,
    findings: () => [
      ...findings,
      ...layers.flatMap(({ overlay, names, met }) => [
        ...overlay.actions.filter((action) => !met.has(action)).map(unmet),
        ...(names === undefined ? [] : unusedNames(overlay, names)),
      ]),
    ],
  }
}

function act(
  patch: Patch,
  action: Action,
  budget: Budget,
): { readonly met: boolean; readonly findings: readonly Finding[] } {
  // An earlier action exceeded the limit, so this document may not grow further.
  if (budget.left < 0) return { met: true, findings: [] }
  const selected = select(action.target, patch.json())
  if (selected.kind === 'faulty') return { met: true, findings: [misfit(action, selected.reason)] }
  const { locations } = selected
  if (locations.length === 0) return { met: false, findings: [] }
  if (action.kind === 'update') {
    budget.left -= locations.length * (costOfPlace + jsonText(action.update).length)
    if (budget.left < 0) {
      const reason = `it selects ${locations.length} places, too many for an update of this size`
      return { met: true, findings: [misfit(action, reason)] }
    }
  }
  const faults =
    action.kind === 'remove'
      ? [patch.remove(locations)]
      : locations.map((location) =>
          patch.update(location, action.update, below(action.place, 'update')),
        )
  const findings = faults.flatMap((reason) =>
    reason === undefined ? [] : [misfit(action, reason)],
  )
  return { met: true, findings }
}

function misfit({ target, place }: Action, reason: string): Finding {
  const message = `The action cannot be applied to ${target}: ${reason}.`
  return { code: 'RL124', message, place: below(place, 'target') }
}

function unmet({ target, place }: Action): Finding {
  const message = `The target ${target} matches nothing.`
  return { code: 'RL123', message, place: below(place, 'target') }
}

function unusedNames({ file }: Overlay, names: NameBook): readonly Finding[] {
  return names.unused().map(([map, name]) => {
    const what = map === 'methods' ? 'method is' : 'namespace is'
    const pointer = child(child('', map), name)
    return { code: 'RL123', message: `No ${what} called ${name}.`, place: { file, pointer } }
  })
}

function below({ file, pointer }: Place, token: string): Place {
  return { file, pointer: child(pointer, token) }
}

/**
 * Returns a locator. Parts that an overlay wrote have positions in the overlay's file; the last patch takes
 * precedence.
 */
function locatorOf(
  file: InputFile,
  patches: readonly Patch[],
  locate: (place: Place) => Position,
): InputFile['locate'] {
  return (pointer) => {
    const place = patches.reduce<Place>(
      (at, patch) => (at.file === file.path ? patch.origin(tokensOf(at.pointer)) : at),
      { file: file.path, pointer },
    )
    return place.file === file.path ? file.locate(place.pointer) : { ...locate(place), place }
  }
}
