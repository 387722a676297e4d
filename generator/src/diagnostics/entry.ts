/** An error makes a command fail; a warning does not. */
export type Severity = 'error' | 'warning'

/**
 * An entry of the catalogue, as `rpcloom explain CODE` shows it.
 *
 * `failing` and `fixed` are complete inputs that a test runs. A line `# file: NAME` starts another file; the
 * first is `api.openrpc.yaml`, and files whose name starts with `overlay` are applied as overlays. A line `#
 * scaffold` runs `rpcloom scaffold server project` on the files above it, and again at the end; files after it
 * replace earlier ones, and empty ones are deleted. Codes that no input file can cause (a full disk, an edited
 * output) omit both and have their own test.
 */
export interface DiagnosticEntry {
  readonly severity: Severity
  readonly title: string
  /** Why it is a problem. */
  readonly cause: string
  /** How to correct it; also the hint of diagnostics without their own. */
  readonly help: string
  readonly failing?: string
  readonly fixed?: string
}
