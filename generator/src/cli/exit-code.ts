/** Exit codes: success, findings, invalid usage or unreadable input. */
export type ExitCode = 0 | 1 | 2
