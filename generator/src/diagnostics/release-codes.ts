import type { DiagnosticEntry } from './entry.ts'

/** RL8xx: versions, changelogs and releases. */
export type ReleaseCode = 'RL801' | 'RL802' | 'RL803' | 'RL804'

export const releaseCodes: Readonly<Record<ReleaseCode, DiagnosticEntry>> = {
  RL801: {
    severity: 'error',
    title: 'the version is too small for what changed',
    cause:
      'A change breaks those who installed the last release, or adds to the API, and neither the `version` of the configuration nor the pending changesets go as far as that. Below 1.0.0 a breaking change raises the second number, and any other the third.',
    help: 'Run `rpcloom release`, which writes changesets with the right bumps, or raise `version`.',
  },
  RL802: {
    severity: 'error',
    title: 'a changeset cannot be used',
    cause:
      'A file of `.changeset` is no changeset, or names generated packages together with others, which are released by other means.',
    help: 'Fix the file, or split it: generated packages in one, all others in another.',
  },
  RL803: {
    severity: 'error',
    title: 'the new version cannot be written',
    cause:
      'There is no configuration, or it is a program that computes its version: a text is replaced where exactly one member or constant called `version` holds the present one.',
    help: 'Write the version that the message names into the configuration, and run `rpcloom release --apply` again.',
  },
  RL804: {
    severity: 'error',
    title: 'the last release cannot be found',
    cause:
      'The clone holds the last commits alone, as those of many build servers do, so that a release and its tag may be further back. It is not taken for the first release.',
    help: 'Fetch the history and its tags (`git fetch --unshallow --tags`, or `fetch-depth: 0` of the checkout), or name a state with --since.',
  },
}
