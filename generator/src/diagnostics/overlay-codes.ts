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

/** Returns a sample document and an overlay with one action. */
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
    cause: 'The path is misspelled, or is relative to a different folder than intended.',
    help: 'Write the overlay paths of a configuration relative to its folder, and those of --overlay relative to the working directory.',
  },
  RL121: {
    severity: 'error',
    title: 'an overlay has a member that is missing, unknown or of the wrong type',
    cause:
      'An overlay has `overlay`, `info`, `actions` and optionally `extends`, as in the Overlay Specification 1.0; or a `name` and maps of renames (`namespaces`, `methods`, `pathSegments`, `virtualMachines`, `assets`, `units`); or both.',
    help: 'Fix the member; the first line states the expected value.',
    failing: overlay('{ target: $.info, updates: { title: Dogs } }'),
    fixed: overlay('{ target: $.info, update: { title: Dogs } }'),
  },
  RL122: {
    severity: 'error',
    title: 'the target of an action is not a valid JSONPath',
    cause:
      'Targets are JSONPath queries as defined by RFC 9535. Script expressions and other extensions of older libraries are not supported, and no code is executed.',
    help: "Write a query such as `$.methods[?@.name == 'getPet']`.",
    failing: overlay('{ target: "$.methods[(@.length-1)]", remove: true }'),
    fixed: overlay('{ target: "$.methods[-1]", update: { deprecated: true } }'),
  },
  RL123: {
    severity: 'warning',
    title: 'an overlay matches nothing in the documents',
    cause:
      'A target that selects nothing, or a rename of something that does not exist, is usually left over from an earlier version of the documents.',
    help: 'Remove or fix the action or rename. The path in `extends` is relative to the folder of the overlay.',
    failing: overlay('{ target: "$.methods[?@.name == \'getDog\']", remove: true }'),
    fixed: sound,
  },
  RL124: {
    severity: 'error',
    title: 'an action cannot be applied to its target',
    cause:
      'An update of an object must be an object, which is merged. An update of a list is appended to the list. A string or number cannot be updated directly. All updates together may add at most 32 MB.',
    help: 'Select the object that contains the value, or, for an object, make the update an object.',
    failing: overlay('{ target: $.info.title, update: Dogs }'),
    fixed: overlay('{ target: $.info, update: { title: Dogs } }'),
  },
}
