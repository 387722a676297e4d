export type Severity = 'error' | 'warning'

/**
 * One entry of the catalogue, as `rpcloom explain CODE` shows it.
 *
 * `failing` and `fixed` are whole inputs, and a test runs them: a line `# file: NAME` begins another file,
 * the first is `api.openrpc.yaml`, and one whose name begins with `overlay` is laid over it. A line `# scaffold` runs `rpcloom scaffold server project` over what stands
 * above it, and once more at the end; below it files change, and one that is left empty goes. Codes that no input file can show (a full disk, an edited output) leave
 * them out and have a test of their own.
 */
export interface DiagnosticEntry {
  readonly severity: Severity
  readonly title: string
  /** Why it is a problem. */
  readonly cause: string
  /** What to do about it; also the hint under each diagnostic that brings none of its own. */
  readonly help: string
  readonly failing?: string
  readonly fixed?: string
}
