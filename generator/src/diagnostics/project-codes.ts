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
  | 'RL015'
  | 'RL016'
  | 'RL020'
  | 'RL021'
  | 'RL022'

export const projectCodes: Readonly<Record<ProjectCode, DiagnosticEntry>> = {
  RL001: {
    severity: 'error',
    title: 'the configuration cannot be read',
    cause: 'The file is missing, is not valid JSON, or throws while it is evaluated.',
    help: 'Fix the file, name another with --config, or pass --input, --out, --scope and --targets.',
  },
  RL002: {
    severity: 'error',
    title: 'the configuration has a member that is missing, unknown or of the wrong type',
    cause: 'A misspelled option would silently have no effect, so every member is checked.',
    help: 'Correct the option. node_modules/rpcloom/config.schema.json describes every option.',
  },
  RL003: {
    severity: 'error',
    title: 'unknown target',
    cause: 'The configuration or --targets names a target that is not registered.',
    help: 'Use one of the registered targets.',
  },
  RL004: {
    severity: 'error',
    title: 'an input matches no file',
    cause: 'A path or glob is misspelled, or is relative to a different folder than intended.',
    help: 'Write inputs relative to the folder of the configuration, or to the working directory if there is no configuration.',
  },
  RL005: {
    severity: 'error',
    title: 'remote inputs are not allowed',
    cause:
      'Reading a document or a reference over the network makes the output depend on another machine, so you must enable it. The meta-schemas of OpenRPC and JSON Schema are built in.',
    help: 'Download the file and add it to the inputs, if its `$id` equals the URL of the reference; otherwise set --allow-remote (`allowRemote` in the configuration).',
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
      '`module` of a target names a file or a package that does not exist or fails during import.',
    help: 'Start a path with ./ and write it relative to the configuration. Install and build a package, and give it an entry `.` for `default`.',
  },
  RL007: {
    severity: 'error',
    title: 'the module of a target does not export the target',
    cause:
      'The module must export `target`: an object with the name from the configuration and a function `files`.',
    help: "Write `export const target = defineTarget({ name, files })`, with `defineTarget` from 'rpcloom/targets'.",
  },
  RL008: {
    severity: 'error',
    title: 'a custom target failed',
    cause: 'The function `files` of the target threw an error, or did not return a list of files.',
    help: 'Fix the target at the location in the message. No files were written.',
  },
  RL009: {
    severity: 'error',
    title: 'the template folder does not exist',
    cause: '`templates` of a target names a folder that does not exist.',
    help: 'Create the folder, or fix its path, which is relative to the folder of the configuration.',
  },
  RL010: {
    severity: 'warning',
    title: 'a custom template replaces no built-in template',
    cause:
      'A template in your folder replaces the built-in template with the same path. A misspelled path replaces nothing.',
    help: 'Give it the path of the template to replace; the message lists similar ones, and `node_modules/rpcloom/templates` has all of them.',
  },
  RL011: {
    severity: 'error',
    title: 'a custom template is invalid',
    cause:
      'It is not valid Handlebars, uses a helper other than each, if, unless and with, includes a template that does not exist, or uses a name that its view does not have.',
    help: 'Fix the line, or start again from the built-in template in `node_modules/rpcloom/templates`.',
  },
  RL012: {
    severity: 'error',
    title: 'the module of custom formats cannot be loaded',
    cause:
      '`formats` names a file or a package that does not exist, fails during import, or cannot be used by the generated packages.',
    help: "Name a TypeScript file by a path that starts with ./ and import only '@rpcloom/rpc/formats' in it, or name an installed and built package.",
  },
  RL013: {
    severity: 'error',
    title: 'a custom format is malformed',
    cause:
      'The module does not export `formats`, or one of its formats has a wrong name, type or member. A built-in format cannot be redefined.',
    help: "Write `export const formats = defineFormats({ money: { validate, sample } })`, with `defineFormats` from '@rpcloom/rpc/formats', which checks the types of the members.",
  },
  RL014: {
    severity: 'error',
    title: 'a custom format contradicts itself',
    cause:
      '`validate` throws an error, does not return a boolean, or rejects a string that `sample` returns or `codec` encodes: mocks, validators and clients would contradict each other.',
    help: 'Return false from `validate` for every string that is not valid, and make `sample` and `encode` return strings that it accepts.',
  },
  RL015: {
    severity: 'error',
    title: 'a guide has an error',
    cause:
      'A guide links to a method, schema, group, page, guide or heading that does not exist, or its front matter is invalid. Readers would find a dead link.',
    help: 'Correct the link or the front matter. node_modules/rpcloom/docs/guides.md describes both.',
  },
  RL016: {
    severity: 'error',
    title: 'a tool may only read data of the workspace',
    cause:
      'A model chooses the versions that the tool `diff` of `rpcloom mcp` compares. It must not choose programs, such as a configuration in JavaScript, or addresses and files outside the working directory.',
    help: 'Name a document, such as `HEAD:api.openrpc.json`, or run `rpcloom diff` yourself.',
  },
  RL020: {
    severity: 'error',
    title: 'a file of the new workspace already exists',
    cause: '`init` creates a workspace and does not overwrite existing files.',
    help: 'Move the file, choose another folder, or pass --force to replace it.',
  },
  RL021: {
    severity: 'error',
    title: 'the existing package.json or pnpm-workspace.yaml cannot be extended',
    cause:
      '`init` adds the missing members to an existing package.json, so it must be able to read the file, and packages to pnpm-workspace.yaml.',
    help: 'Fix the file. package.json must be an object, its `workspaces` a list of paths, and its `typescript` 5.8 or later. Or create the workspace in a subfolder: `rpcloom init rpc`.',
  },
  RL022: {
    severity: 'error',
    title: 'the packages of a new workspace cannot be installed',
    cause:
      'npm exited with an error; its output follows, and all files are already written. Or another package manager has a lock file in the folder, and nothing is written.',
    help: 'Fix the problem that npm reports and run `npm install` in the folder, skip the installation with --no-install, or create the workspace in a subfolder.',
  },
}
