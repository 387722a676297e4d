import type { DiagnosticEntry } from './entry.ts'

/** RL4xx: output files and conflicts with existing files. */
export type OutputCode =
  | 'RL401'
  | 'RL402'
  | 'RL403'
  | 'RL404'
  | 'RL405'
  | 'RL406'
  | 'RL407'
  | 'RL408'
  | 'RL409'
  | 'RL410'
  | 'RL411'
  | 'RL412'
  | 'RL413'

export const outputCodes: Readonly<Record<OutputCode, DiagnosticEntry>> = {
  RL401: {
    severity: 'error',
    title: 'a generated file was edited by hand',
    cause:
      'The content is not what the last run wrote, so generating the file again would lose the edit.',
    help: 'Move the edit to the document, a template override or a file of your own. --force discards it.',
  },
  RL402: {
    severity: 'error',
    title: 'the output path already exists and was not generated',
    cause:
      'A target emits this path, but a file that is not in the lock file already exists there.',
    help: 'Move the file, or replace it with --force.',
  },
  RL403: {
    severity: 'error',
    title: 'an output path points outside its package',
    cause:
      'Every file of a target must be inside its package folder, after symbolic links are resolved.',
    help: 'Rename the element that the path comes from, or remove the symbolic link inside the package folder.',
  },
  RL404: {
    severity: 'error',
    title: 'two outputs have the same path',
    cause:
      'Two files of a target have the same path, or differ only in case, which many file systems do not support.',
    help: 'Rename one of the methods, groups or schemas from which the paths are derived.',
  },
  RL405: {
    severity: 'error',
    title: 'an output cannot be formatted',
    cause:
      'A target emitted code that does not parse. This is a defect of the target, not of the document.',
    help: 'Report the problem and attach the document. To see the code, set `"format": false` in the configuration.',
  },
  RL406: {
    severity: 'error',
    title: 'another run is writing to the output folder',
    cause: "Two runs that write to one folder would overwrite each other's files.",
    help: 'Wait for the other run to end.',
  },
  RL407: {
    severity: 'error',
    title: 'the output is out of date',
    cause: 'A generated file is missing, edited or stale, or a new run would write it differently.',
    help: 'Run `rpcloom generate` and commit the result.',
  },
  RL408: {
    severity: 'error',
    title: 'the lock file cannot be read',
    cause: 'It is damaged, for example by a merge, or was written by a newer release.',
    help: 'Restore it from version control, or delete it and run `rpcloom generate --force`.',
  },
  RL409: {
    severity: 'error',
    title: 'an output path is a folder where a file is expected, or the reverse',
    cause:
      'A target emits this path, but a file or folder that was not generated already exists there.',
    help: 'Move the existing file or folder.',
  },
  RL410: {
    severity: 'error',
    title: 'the staging directory cannot be used',
    cause:
      'Files are staged in the folder `.rpcloom` until all of them can be written. The folder is a symbolic link, or contains a journal that rpcloom did not write.',
    help: 'Remove the folder and run `rpcloom generate` again.',
  },
  RL411: {
    severity: 'error',
    title: 'the output folder cannot be read or written',
    cause:
      'The operating system refused access, for example because the disk is full or read-only, or because a file exists in place of the folder.',
    help: 'Fix the problem that the message names and run `rpcloom generate` again. It also completes an interrupted write.',
  },
  RL412: {
    severity: 'error',
    title: 'the output folder belongs to something else',
    cause:
      'The folder is the root of the file system, your home folder, or contains files that are neither packages nor generated, so `out` is probably wrong.',
    help: 'Choose a new folder or a folder of packages as `out`, or write into this folder with --force.',
  },
  RL413: {
    severity: 'error',
    title: 'the formatter does not run on this platform',
    cause:
      'The code is formatted by oxfmt, a native program. It has no binary for this platform, or npm did not install the binary, which is an optional dependency. Another formatter would write a few files differently, so `generate --check` would fail elsewhere.',
    help: 'Install again with optional dependencies, or set `"format": "prettier"` in the configuration, for everyone.',
  },
}
