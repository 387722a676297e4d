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

export const outputCodes: Readonly<Record<OutputCode, DiagnosticEntry>> = {
  RL401: {
    severity: 'error',
    title: 'a generated file was edited by hand',
    cause: 'Its content is not what the last run wrote, so writing it again would lose the edit.',
    help: 'Move the edit to the document, a template override or a file of your own; --force discards it.',
  },
  RL402: {
    severity: 'error',
    title: 'a file that is not generated stands in the way',
    cause: 'A target emits this path, and a file that the lock does not know is already there.',
    help: 'Move the file, or let --force replace it.',
  },
  RL403: {
    severity: 'error',
    title: 'an output path leaves its package',
    cause: 'Every file of a target belongs below its own package folder, links included.',
    help: 'Rename the element that the path comes from, or remove the link inside the package folder.',
  },
  RL404: {
    severity: 'error',
    title: 'two outputs have one path',
    cause: 'Two files of a target are equal, or differ only in case, which many disks cannot hold.',
    help: 'Rename one of the elements that the paths come from.',
  },
  RL405: {
    severity: 'error',
    title: 'an output cannot be formatted',
    cause:
      'A target emitted text that does not parse. This is a defect of the target, not of the document.',
    help: 'Please report it with the document; `"format": false` in the configuration shows the text.',
  },
  RL406: {
    severity: 'error',
    title: 'another run is writing here',
    cause: 'Two runs into one folder would overwrite each other.',
    help: 'Wait for the other run to end.',
  },
  RL407: {
    severity: 'error',
    title: 'the output is out of date',
    cause:
      'A generated file is missing, edited, stale, or would be written differently by a run today.',
    help: 'Run `rpcloom generate` and commit what it writes.',
  },
  RL408: {
    severity: 'error',
    title: 'the lock file cannot be read',
    cause: 'It is damaged, for example by a merge, or written by a newer release.',
    help: 'Restore it from version control, or delete it and run `rpcloom generate --force`.',
  },
  RL409: {
    severity: 'error',
    title: 'a file stands where a folder has to be, or a folder where a file has to be',
    cause: 'A target emits this path, and something of another kind is already there.',
    help: 'Move what stands there; it was not generated.',
  },
  RL410: {
    severity: 'error',
    title: 'the staging folder cannot be used',
    cause:
      'Files wait in the folder `.rpcloom` until all of them can be written. It is a link, or holds a journal that rpcloom did not write.',
    help: 'Remove the folder, and run `rpcloom generate` again.',
  },
  RL411: {
    severity: 'error',
    title: 'the output folder cannot be read or written',
    cause:
      'The system refuses, for example because the disk is full or read-only, or because a file stands where the folder should be.',
    help: 'Fix what the message names, and run `rpcloom generate` again; it also finishes what a failing disk interrupted.',
  },
}
