import type { DiagnosticEntry } from './entry.ts'

/** RL12x: overlays. */
export type OverlayCode = 'RL120' | 'RL121' | 'RL122' | 'RL123' | 'RL124'

const document = `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { type: string } }
`

/** The document, and an overlay with one action. */
function overlay(action: string): string {
  return `${document}# file: overlay.yaml
overlay: 1.0.0
info: { title: Pets for partners, version: 1.0.0 }
actions:
  - ${action}
`
}

const sound = overlay(
  '{ target: "$.methods[?@.name == \'getPet\']", update: { deprecated: true } }',
)

export const overlayCodes: Readonly<Record<OverlayCode, DiagnosticEntry>> = {
  RL120: {
    severity: 'error',
    title: 'an overlay cannot be read',
    cause: 'The path is misspelled, or is relative to another folder than it was meant for.',
    help: 'Overlays of a configuration are relative to its folder, those of --overlay to the working directory.',
  },
  RL121: {
    severity: 'error',
    title: 'an overlay has a member that is missing, unknown or of the wrong type',
    cause:
      'An overlay holds `overlay`, `info`, `actions` and perhaps `extends`, as the Overlay specification 1.0 says; or a `name` and maps of other names (`namespaces`, `methods`, `pathSegments`, `virtualMachines`, `assets`, `units`); or both.',
    help: 'Fix the member; the first line says what it has to be.',
    failing: overlay('{ target: $.info, updates: { title: Dogs } }'),
    fixed: overlay('{ target: $.info, update: { title: Dogs } }'),
  },
  RL122: {
    severity: 'error',
    title: 'the target of an action is no JSONPath',
    cause:
      'Targets are read by RFC 9535, strictly: script expressions and other extensions of older libraries are no part of it, and nothing is ever run.',
    help: "Write a query such as `$.methods[?@.name == 'getPet']`.",
    failing: overlay('{ target: "$.methods[(@.length-1)]", remove: true }'),
    fixed: overlay('{ target: "$.methods[-1]", update: { deprecated: true } }'),
  },
  RL123: {
    severity: 'warning',
    title: 'an overlay speaks of something that no document has',
    cause:
      'A target that selects nothing, or another name for what is not there, is most often left over from an earlier version of the documents.',
    help: 'Take it out, or fix it; `extends` is relative to the folder of the overlay.',
    failing: overlay('{ target: "$.methods[?@.name == \'getDog\']", remove: true }'),
    fixed: sound,
  },
  RL124: {
    severity: 'error',
    title: 'an action does not fit what its target selects',
    cause:
      'An object takes an object to be merged, a list takes one more item, and a text or number takes nothing: select the object that holds it.',
    help: 'Select the object around it, or write the update in the form of what is selected.',
    failing: overlay('{ target: $.info.title, update: Dogs }'),
    fixed: overlay('{ target: $.info, update: { title: Dogs } }'),
  },
}
