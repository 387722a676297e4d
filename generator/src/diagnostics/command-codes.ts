import type { DiagnosticEntry } from './entry.ts'

/** RL03x: errors of commands that do not depend on the documents. */
export type CommandCode = 'RL030' | 'RL031' | 'RL032' | 'RL033' | 'RL034'

export const commandCodes: Readonly<Record<CommandCode, DiagnosticEntry>> = {
  RL030: {
    severity: 'error',
    title: 'the command line is invalid',
    cause: 'A command, an option or a value is unknown or missing, or two options conflict.',
    help: 'Run `rpcloom help COMMAND` for the options of a command.',
  },
  RL031: {
    severity: 'error',
    title: 'a server cannot be checked',
    cause:
      'Nothing listens at its address, or it does not respond to rpc.discover with a document.',
    help: 'Start the server, correct the address, or pass its documents with --input.',
  },
  RL032: {
    severity: 'error',
    title: 'a check of a server is incomplete',
    cause: 'Every case was skipped, or the run was interrupted.',
    help: 'Read the reasons in the report. To run more cases, use --allow-writes, select other groups or shorten the --skip list.',
  },
  RL033: {
    severity: 'error',
    title: 'a file cannot be read or written',
    cause:
      'The operating system refused access, for example because of a missing folder, permissions, or a full disk.',
    help: 'Correct the path or its permissions.',
  },
  RL034: {
    severity: 'error',
    title: 'an entry of --skip or --expect is out of date',
    cause: 'The entry matches no case of the documents, or names a finding that no longer occurs.',
    help: 'Remove or correct the entry.',
  },
}
