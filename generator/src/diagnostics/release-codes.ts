import type { DiagnosticEntry } from './entry.ts'

/** RL8xx: versions, changelogs and what is released. */
export type ReleaseCode = 'RL801' | 'RL802' | 'RL803'

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
    help: 'Mend the file, or split it: generated packages in one, all others in another.',
  },
  RL803: {
    severity: 'error',
    title: 'the new version cannot be written',
    cause: 'The configuration is a program, or there is none: only JSON can be edited safely.',
    help: 'Write the version that the message names into the configuration, and run `rpcloom release --apply` again.',
  },
}
