import { posix } from 'node:path'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { isRemote, toProjectPath } from '../read/paths.ts'
import { child, isArray, isObject, textOf } from '../../json/pointer.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import { queryFault } from './select.ts'
import type { Action, Names, Overlay, Renames } from './types.ts'

export type ReadOverlay =
  | { readonly kind: 'overlay'; readonly overlay: Overlay }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

const nameMaps = ['namespaces', 'methods', 'pathSegments', 'virtualMachines', 'units'] as const

const members: Readonly<Record<string, { readonly what: string; readonly is: Test }>> = {
  overlay: { what: 'the version of the Overlay specification, 1.0.x', is: isVersion },
  info: { what: 'an object with `title` and `version`', is: isInfo },
  extends: { what: 'the path or address of a document', is: isText },
  actions: {
    what: 'a list of at least one action',
    is: (json) => isArray(json) && json.length > 0,
  },
  $schema: { what: 'a string', is: isText },
  name: { what: 'a string', is: isText },
  description: { what: 'a string', is: isText },
  dialect: { what: '`spec` or `public`', is: (json) => json === 'spec' || json === 'public' },
  assets: { what: 'an object with `aliases` and `members`', is: isAssets },
  ...Object.fromEntries(
    nameMaps.map((name) => [name, { what: 'an object that maps names to names', is: isNames }]),
  ),
}

type Test = (json: Json | undefined) => boolean

/**
 * Reads and validates an overlay file, which contains Overlay Specification actions, renames, or
 * both.
 */
export function readOverlay(root: string, { path: file, json }: InputFile): ReadOverlay {
  if (!isObject(json)) return faulty([fault(file, '', 'An overlay must be an object.')])
  const findings = [...memberFaults(file, json), ...actionFaults(file, json['actions'])]
  if (findings.length > 0) return faulty(findings)
  const renames = renamesOf(json)
  const document = textOf(json['extends'])
  const overlay: Overlay = {
    file,
    actions: actionsOf(file, json['actions']),
    ...(document !== '' && { extends: documentPath(root, file, document) }),
    ...(renames !== undefined && { renames }),
  }
  return { kind: 'overlay', overlay }
}

function faulty(findings: readonly Finding[]): ReadOverlay {
  return { kind: 'faulty', findings }
}

function memberFaults(file: string, json: JsonObject): readonly Finding[] {
  const faults: Finding[] = []
  for (const [name, value] of Object.entries(json)) {
    if (name.startsWith('x-')) continue
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const at = child('', name)
    if (member === undefined)
      faults.push(fault(file, at, `Unknown member \`${name}\` of an overlay.`))
    else if (!member.is(value)) faults.push(fault(file, at, `\`${name}\` must be ${member.what}.`))
  }
  const isStandard = ['overlay', 'info', 'actions'].some((name) => Object.hasOwn(json, name))
  const needed = isStandard ? ['overlay', 'info', 'actions'] : ['name']
  for (const name of needed) {
    if (!Object.hasOwn(json, name))
      faults.push(fault(file, '', `The overlay requires \`${name}\`.`))
  }
  return faults
}

const actionMembers = ['target', 'description', 'update', 'remove']

function actionFaults(file: string, actions: Json | undefined): readonly Finding[] {
  if (!isArray(actions)) return []
  return actions.flatMap((action, index): readonly Finding[] => {
    const at = child('/actions', index)
    if (!isObject(action)) return [fault(file, at, 'An action must be an object.')]
    const { target, update, remove } = action
    const stray = Object.keys(action).filter(
      (name) => !actionMembers.includes(name) && !name.startsWith('x-'),
    )
    const faults = stray.map((name) =>
      fault(file, child(at, name), `Unknown member \`${name}\` of an action.`),
    )
    if (typeof target !== 'string') faults.push(fault(file, at, 'An action requires a `target`.'))
    else faults.push(...targetFaults(file, child(at, 'target'), target))
    if (remove !== undefined && typeof remove !== 'boolean') {
      faults.push(fault(file, child(at, 'remove'), '`remove` must be true or false.'))
    }
    if (update === undefined && remove !== true) {
      faults.push(fault(file, at, 'An action requires `update`, or `remove: true`.'))
    }
    return faults
  })
}

function targetFaults(file: string, pointer: string, target: string): readonly Finding[] {
  const reason = queryFault(target)
  if (reason === undefined) return []
  const message = `The target is not a valid JSONPath (RFC 9535): ${reason}.`
  return [{ code: 'RL122', message, place: { file, pointer } }]
}

function fault(file: string, pointer: string, message: string): Finding {
  return { code: 'RL121', message, place: { file, pointer } }
}

/** Returns the actions of an overlay that is already validated. */
function actionsOf(file: string, json: Json | undefined): readonly Action[] {
  if (!isArray(json)) return []
  return json.flatMap((action, index): readonly Action[] => {
    if (!isObject(action) || typeof action['target'] !== 'string') return []
    const place = { file, pointer: child('/actions', index) }
    const { target, update, remove } = action
    if (remove === true) return [{ kind: 'remove', place, target }]
    return update === undefined ? [] : [{ kind: 'update', place, target, update }]
  })
}

function renamesOf(json: JsonObject): Renames | undefined {
  if (![...nameMaps, 'assets'].some((name) => Object.hasOwn(json, name))) return undefined
  const assets = isObject(json['assets']) ? json['assets'] : {}
  return {
    namespaces: renameMap(json['namespaces']),
    methods: renameMap(json['methods']),
    pathSegments: renameMap(json['pathSegments']),
    virtualMachines: renameMap(json['virtualMachines']),
    units: renameMap(json['units']),
    assets: {
      aliases: renameMap(assets['aliases']),
      members: isArray(assets['members']) ? assets['members'].map(textOf) : [],
    },
  }
}

/** Returns renames as a map, because a name may be `__proto__`. */
function renameMap(json: Json | undefined): Names {
  const entries = isObject(json) ? Object.entries(json) : []
  return Object.fromEntries(entries.map(([name, other]) => [name, textOf(other)]))
}

/** Resolves a path relative to the overlay's folder, as the Overlay Specification requires. */
function documentPath(root: string, file: string, document: string): string {
  if (isRemote(document)) return document
  return toProjectPath(root, posix.join(posix.dirname(file), document))
}

function isText(json: Json | undefined): boolean {
  return typeof json === 'string' && json !== ''
}

function isVersion(json: Json | undefined): boolean {
  return typeof json === 'string' && /^1\.0\.\d+(-.+)?$/.test(json)
}

function isInfo(json: Json | undefined): boolean {
  return isObject(json) && isText(json['title']) && isText(json['version'])
}

function isNames(json: Json | undefined): boolean {
  return (
    isObject(json) && Object.entries(json).every(([name, other]) => name !== '' && isText(other))
  )
}

function isAssets(json: Json | undefined): boolean {
  if (!isObject(json) || !isNames(json['aliases'])) return false
  const { members: named } = json
  return isArray(named) && named.length > 0 && named.every(isText)
}
