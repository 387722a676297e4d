import type { DiagnosticEntry } from './entry.ts'

/** RL6xx: a project that `rpcloom scaffold` meets again, and what its user did there. */
export type ScaffoldCode =
  | 'RL601'
  | 'RL602'
  | 'RL603'
  | 'RL604'
  | 'RL605'
  | 'RL606'
  | 'RL607'
  | 'RL608'
  | 'RL609'
  | 'RL610'
  | 'RL611'
  | 'RL612'
  | 'RL613'

export const scaffoldCodes: Readonly<Record<ScaffoldCode, DiagnosticEntry>> = {
  RL601: {
    severity: 'error',
    title: 'the manifest of a scaffold cannot be read',
    cause:
      '`rpcloom.scaffold.json` tells what scaffold wrote from what you wrote. It is damaged, for example by a merge, or written by a newer release.',
    help: 'Restore it from version control. Without it every method counts as yours, and only new ones are added.',
  },
  RL602: {
    severity: 'error',
    title: 'a source does not parse',
    cause: 'A file with a syntax error could only be edited by guessing, so it is left as it is.',
    help: 'Mend the syntax error, and run `rpcloom scaffold` again.',
  },
  RL603: {
    severity: 'error',
    title: 'a source cannot be edited',
    cause: 'It is no UTF-8 text, or its name is one that some file systems refuse.',
    help: 'Save it as UTF-8, or rename it.',
  },
  RL604: {
    severity: 'error',
    title: 'the folder cannot hold a scaffold',
    cause:
      'It is a file, or it stands where generated packages are written, whose files the next run replaces.',
    help: 'Name a folder outside of the generated packages.',
  },
  RL605: {
    severity: 'warning',
    title: 'the class of a handler interface is not found',
    cause:
      'Scaffold wrote a class that implements this interface, and no source of the project does so any more.',
    help: 'Add `implements` to the class that took its place, or remove its entry from rpcloom.scaffold.json to get a new one.',
  },
  RL606: {
    severity: 'warning',
    title: 'a method that you deleted stays deleted',
    cause:
      'Scaffold wrote this method once, and it is gone: it may be implemented where scaffold cannot see it, so no stub takes its place.',
    help: 'Remove its entry from rpcloom.scaffold.json to get a new stub.',
  },
  RL607: {
    severity: 'warning',
    title: 'a method is not in the document any more',
    cause: 'The document dropped it. What you wrote is kept, under a comment that says so.',
    help: 'Move what you still need, and delete the method.',
  },
  RL608: {
    severity: 'warning',
    title: 'a method has a successor',
    cause: 'The document says by `x-deprecated.replacedBy` which method should be used instead.',
    help: 'Move the body to the successor, and let the old method call it while the document has both.',
  },
  RL609: {
    severity: 'warning',
    title: 'a signature that you changed is kept',
    cause:
      'The document changed the types of this method, and its signature is not as scaffold wrote it.',
    help: 'Compare it with the handler interface; the compiler names what does not fit.',
  },
  RL610: {
    severity: 'warning',
    title: 'a doc comment that you changed is kept',
    cause:
      'The document describes this method in other words now, and its comment is not as scaffold wrote it.',
    help: 'Bring over what is new by hand; the handler interface has the new text.',
  },
  RL611: {
    severity: 'warning',
    title: 'the composition is not recognised',
    cause:
      'A group came or went, and no object of the type `Handlers`, or given to `createServer`, is found that could follow.',
    help: 'Add the class of the group to what you give to `createServer`, or take it out.',
  },
  RL612: {
    severity: 'warning',
    title: 'a group is not in the documents any more',
    cause:
      'Its handler interface is gone. The class is kept, under a comment that says so, and implements it no more.',
    help: 'Move what you still need, and delete the class.',
  },
  RL613: {
    severity: 'warning',
    title: 'a file was there before',
    cause: 'Scaffold writes this file into a new project, and never over one of yours.',
    help: 'Nothing, if the file does its work; move it and run again to get the one of scaffold.',
  },
}
