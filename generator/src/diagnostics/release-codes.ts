import type { DiagnosticEntry } from './entry.ts'

/** RL8xx: versions, changelogs and releases. */
export type ReleaseCode = 'RL801' | 'RL802' | 'RL803' | 'RL804'

export const releaseCodes: Readonly<Record<ReleaseCode, DiagnosticEntry>> = {
  RL801: {
    severity: 'error',
    title: 'the version is too low for the changes',
    cause:
      'A change breaks users of the last release or adds to the API, but neither `version` in the configuration nor the pending changesets raise the version far enough. Below 1.0.0 a breaking change raises the second number, and any other change the third.',
    help: 'Run `rpcloom release`, which writes changesets with the right bumps, or raise `version`.',
  },
  RL802: {
    severity: 'error',
    title: 'a changeset cannot be used',
    cause:
      'A file in `.changeset` is not a changeset, or names generated packages together with others, which are released separately.',
    help: 'Fix the file, or split it: generated packages in one, all others in another.',
  },
  RL803: {
    severity: 'error',
    title: 'the new version cannot be written',
    cause:
      'There is no configuration, or it is a program that computes its version. The version is replaced only if exactly one member or constant named `version` holds the current one.',
    help: 'Write the version from the message into the configuration and run `rpcloom release --apply` again.',
  },
  RL804: {
    severity: 'error',
    title: 'the last release cannot be found',
    cause:
      'The clone is shallow, as on many build servers, so the last release and its tag may be in the missing history. It is not assumed to be the first release.',
    help: 'Fetch the history and its tags (`git fetch --unshallow --tags`, or `fetch-depth: 0` of the checkout), or name a revision with --since.',
  },
}
