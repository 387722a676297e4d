import type { DiagnosticEntry } from './entry.ts'

/** RL0xx: the configuration and the list of inputs. */
export type ProjectCode =
  | 'RL001'
  | 'RL002'
  | 'RL003'
  | 'RL004'
  | 'RL005'
  | 'RL006'
  | 'RL007'
  | 'RL008'
  | 'RL009'
  | 'RL010'
  | 'RL011'
  | 'RL012'
  | 'RL013'
  | 'RL014'
  | 'RL020'
  | 'RL021'
  | 'RL022'

export const projectCodes: Readonly<Record<ProjectCode, DiagnosticEntry>> = {
  RL001: {
    severity: 'error',
    title: 'the configuration cannot be read',
    cause: 'The file is missing, is not valid JSON, or throws while it is evaluated.',
    help: 'Fix the file, or name another with --config, or give --input, --out, --scope and --targets.',
  },
  RL002: {
    severity: 'error',
    title: 'the configuration has a member that is missing, unknown or of the wrong type',
    cause: 'A misspelled option would silently do nothing, so every member is checked.',
    help: 'The members are inputs, overlays, out, scope, version, targets, formats, format, lint, allowUnresolved, allowRemote and allowOutside.',
  },
  RL003: {
    severity: 'error',
    title: 'there is no such target',
    cause: 'The configuration or --targets names a target that is not registered.',
    help: 'Use one of the registered targets.',
  },
  RL004: {
    severity: 'error',
    title: 'an input matches no file',
    cause: 'A path or glob is misspelled, or is relative to another folder than it was meant for.',
    help: 'Inputs are relative to the folder of the configuration, or to the working directory without one.',
  },
  RL005: {
    severity: 'error',
    title: 'remote inputs are not allowed here',
    cause:
      'Reading a document or a reference over the network makes the output depend on another machine, so it must be asked for. The meta-schemas of OpenRPC and JSON Schema are known without it.',
    help: 'Download the document and, if its `$id` is the address, name it among the inputs; or say --allow-remote (allowRemote in the configuration).',
    failing: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: 'https://example.org/pet.json' } }
`,
    fixed: `
openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    params: []
    result: { name: pet, schema: { $ref: pet.json } }
# file: pet.json
{ "type": "string" }
`,
  },
  RL006: {
    severity: 'error',
    title: 'the module of a target cannot be loaded',
    cause:
      '`module` of a target names a file or a package that is not there, or that fails when it is imported.',
    help: 'A path begins with ./ and is relative to the configuration; a package is installed, built, and has an entry `.` for `default`.',
  },
  RL007: {
    severity: 'error',
    title: 'the module of a target exports no such target',
    cause:
      'A module exports `target`: an object with the name that the configuration calls it by, and a function `files`.',
    help: "Write `export const target = defineTarget({ name, files })`, with `defineTarget` of 'rpcloom/targets'.",
  },
  RL008: {
    severity: 'error',
    title: 'a target of your own failed',
    cause: 'Its function `files` threw, or gave something else than a list of files.',
    help: 'Fix the target at the place that the message names; nothing was written.',
  },
  RL009: {
    severity: 'error',
    title: 'the folder of templates is not there',
    cause: '`templates` of a target names a folder with templates of your own, and there is none.',
    help: 'Make the folder, or fix its path, which starts at the folder of the configuration.',
  },
  RL010: {
    severity: 'warning',
    title: 'a template of yours replaces none',
    cause:
      'A template is replaced by one of the same path in your folder; a misspelled one does nothing.',
    help: 'Name it like the template that it is to replace; docs/templates.md lists them.',
  },
  RL011: {
    severity: 'error',
    title: 'a template of yours cannot be used',
    cause:
      'It is no Handlebars, uses a helper beyond each, if, unless and with, includes a template that there is not, or asks for a name that its view does not have.',
    help: 'Fix the line; docs/templates.md says how a template is begun from the one that it replaces.',
  },
  RL012: {
    severity: 'error',
    title: 'the module of custom formats cannot be loaded',
    cause:
      '`formats` names a file or a package that is not there, that fails when it is imported, or that the generated packages cannot use.',
    help: "Name a TypeScript file by a path that begins with ./ and let it import nothing but '@rpcloom/rpc/formats', or name an installed and built package.",
  },
  RL013: {
    severity: 'error',
    title: 'a custom format is malformed',
    cause:
      'The module exports no `formats`, or a format of it has a wrong name, type or member. A built-in format cannot be redefined.',
    help: "Write `export const formats = defineFormats({ money: { validate, sample } })`, with `defineFormats` of '@rpcloom/rpc/formats', which types the members.",
  },
  RL014: {
    severity: 'error',
    title: 'a custom format contradicts itself',
    cause:
      '`validate` throws or returns no boolean, or refuses what `sample` returns or `codec` encodes: mocks, validators and clients would contradict each other.',
    help: 'Return false from `validate` for every string that is not of the format, and make `sample` and `encode` return strings that it accepts.',
  },
  RL020: {
    severity: 'error',
    title: 'a file is in the way of a new workspace',
    cause: '`init` begins something; a file that somebody wrote is not its to lose.',
    help: 'Move the file away, choose another folder, or say --force to have it replaced.',
  },
  RL021: {
    severity: 'error',
    title: 'the package.json cannot be made that of a workspace',
    cause: '`init` adds what a package.json lacks, and so has to understand the one that is there.',
    help: 'Fix the package.json: an object, whose workspaces are a list of paths.',
  },
  RL022: {
    severity: 'error',
    title: 'the packages of a new workspace cannot be installed',
    cause: 'npm ended with an error; what it said stands below. Everything is written already.',
    help: 'See to what npm says, and run `npm install` in the folder; --no-install leaves that to you.',
  },
}
