/** Exit codes: fine, findings, bad usage or unreadable input. */
export type ExitCode = 0 | 1 | 2
