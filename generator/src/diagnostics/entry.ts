/** An error makes a command fail; a warning does not. */
export type Severity = 'error' | 'warning'

/**
 * An entry of the catalogue, which `rpcloom explain CODE` prints. `failing` and `fixed` are complete inputs,
 * which a test runs. A line `# file: NAME` starts another file. The first file is `api.openrpc.yaml`; files
 * whose names start with `overlay` are applied as overlays. A line `# scaffold` runs `rpcloom scaffold server
 * project` on the files above it, and again at the end. Files after that line replace earlier ones, and empty
 * ones are deleted. Codes that no input file can cause (a full disk, an edited output) omit both members and
 * have their own test.
 */
export interface DiagnosticEntry {
  readonly severity: Severity
  readonly title: string
  /** Why it is a problem. */
  readonly cause: string
  /** How to correct the problem. Diagnostics without their own help use it as well. */
  readonly help: string
  readonly failing?: string
  readonly fixed?: string
}
