import type { Finding } from '../../diagnostics/diagnostics.ts'
import { below } from '../../json/place.ts'
import type { Json, Place } from '../../json/types.ts'
import { jsonText } from '../../json/text.ts'
import { child, tokensOf } from '../../json/pointer.ts'
import type { InputFile, Position } from '../../openrpc/loaded.ts'
import { openNames, type NameBook } from './names.ts'
import { openPatch, type Patch } from './patch.ts'
import { rename } from './rename.ts'
import { select } from './select.ts'
import type { Action, Overlay } from './types.ts'

/** The overlays of a run, applied to each file as it is read. */
export interface AppliedOverlays {
  /**
   * Applies the overlays to a file. `isDocument` is false for a file that is not an input and is
   * only referenced. If an action fails, the file is returned unchanged.
   */
  readonly apply: (file: InputFile, isDocument: boolean) => InputFile
  /**
   * Returns the actions that failed. If no action failed, returns the actions and renames that were
   * not used. Call this after all files were read.
   */
  readonly findings: () => readonly Finding[]
}

/**
 * Maximum number of JSON characters that all overlays of a run may add, equal to the maximum file
 * size in bytes. Without a limit, a small overlay that updates every value could multiply a
 * document until memory is exhausted.
 */
const maxAdded = 32 * 1024 * 1024
/**
 * Number of characters that each update uses up in addition to its own length, so that many tiny
 * updates are limited as well.
 */
const costOfUpdate = 64

/** An overlay, with the actions that have selected at least one value. */
interface Layer {
  readonly overlay: Overlay
  readonly names: NameBook | undefined
  readonly used: Set<Action>
}

interface Run {
  readonly layers: readonly Layer[]
  readonly failures: Finding[]
  /** Number of characters that updates may still add. */
  left: number
}

/**
 * Prepares overlays, given in the order in which they are applied. `locate` finds positions in
 * overlay files.
 */
export function createOverlays(
  overlays: readonly Overlay[],
  locate: (place: Place) => Position,
): AppliedOverlays {
  const run: Run = {
    layers: overlays.map((overlay) => ({
      overlay,
      names: overlay.renames && openNames(overlay.renames),
      used: new Set<Action>(),
    })),
    failures: [],
    left: maxAdded,
  }
  return {
    apply(file, isDocument) {
      const { json, patches } = applied(run, file, isDocument)
      if (json === file.json || run.failures.length > 0) return file
      return { ...file, json, locate: locatorOf(file, patches, locate) }
    },
    findings: () => (run.failures.length > 0 ? run.failures : run.layers.flatMap(unusedIn)),
  }
}

/**
 * Applies all overlays to a file. Returns the resulting JSON and the patches, with the last patch
 * first.
 */
function applied(
  run: Run,
  file: InputFile,
  isDocument: boolean,
): { readonly json: Json; readonly patches: readonly Patch[] } {
  const patches: Patch[] = []
  let { json } = file
  for (const layer of run.layers) {
    const { overlay, names } = layer
    const isMeant = overlay.extends === undefined ? isDocument : overlay.extends === file.path
    if (isMeant && overlay.actions.length > 0) {
      const patch = openPatch(file.path, json)
      patches.unshift(patch)
      for (const action of overlay.actions) applyAction(run, layer, patch, action)
      json = patch.json()
    }
    // Renames without `extends` apply to all files, including files that are only referenced.
    if (names !== undefined && (isMeant || overlay.extends === undefined)) {
      json = rename(json, names)
    }
  }
  return { json, patches }
}

function applyAction(run: Run, { used }: Layer, patch: Patch, action: Action): void {
  // The size limit was exceeded, so no further updates are applied.
  if (run.left < 0) return
  const { target, place } = action
  const fail = (reason: string, help?: string): void => {
    const message = `The action cannot be applied to ${target.slice(0, 80)}: ${reason}.`
    const at = below(place, 'target')
    run.failures.push({ code: 'RL124', message, place: at, ...(help !== undefined && { help }) })
  }
  const selected = select(target, patch.json())
  if (selected.kind === 'faulty') return fail(selected.reason, 'Simplify the query in `target`.')
  const { locations } = selected
  if (locations.length > 0) used.add(action)
  if (action.kind === 'remove') {
    const fault = patch.remove(locations)
    return fault === undefined ? undefined : fail(fault)
  }
  run.left -= locations.length * (costOfUpdate + jsonText(action.update).length)
  if (run.left < 0) {
    const help = 'Select fewer values, or make the update smaller.'
    return fail(`it selects ${locations.length} values, too many for an update of this size`, help)
  }
  for (const location of locations) {
    const fault = patch.update(location, action.update, below(place, 'update'))
    if (fault !== undefined) return fail(fault)
  }
}

/** Reports actions that selected no value, and renames of names that do not occur. */
function unusedIn({ overlay, names, used }: Layer): readonly Finding[] {
  const unused = overlay.actions
    .filter((action) => !used.has(action))
    .map(({ target, place }): Finding => {
      const message = `The target ${target.slice(0, 80)} matches nothing.`
      return { code: 'RL123', message, place: below(place, 'target') }
    })
  return [...unused, ...(names === undefined ? [] : unusedNames(overlay, names))]
}

function unusedNames({ file }: Overlay, names: NameBook): readonly Finding[] {
  return names.unused().map(([map, name]) => {
    const what = map === 'methods' ? 'method is' : 'namespace is'
    const pointer = child(child('', map), name)
    return { code: 'RL123', message: `No ${what} called ${name}.`, place: { file, pointer } }
  })
}

/**
 * Returns a function that finds positions. A value written by an overlay has its position in the
 * overlay file. The last patch takes precedence.
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
