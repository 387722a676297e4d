/** An error makes a command fail. A warning does not. */
export type Severity = 'error' | 'warning'

/**
 * A catalogue entry, which `rpcloom explain CODE` prints.
 *
 * `failing` and `fixed` are complete inputs, which a test runs. A line `# file: NAME` starts
 * another file. The first file is `api.openrpc.yaml`; files whose names start with `overlay` are
 * applied as overlays.
 *
 * At a line `# scaffold`, the test runs `rpcloom scaffold server project` on the files above, and
 * runs the command again at the end. Files after that line replace earlier files of the same name;
 * an empty file deletes the earlier file.
 *
 * Both members are omitted for codes that no input file can cause, such as a full disk or an edited
 * output file. Those codes have their own tests.
 */
export interface DiagnosticEntry {
  readonly severity: Severity
  readonly title: string
  /** Why the input is a problem. */
  readonly cause: string
  /** How to correct the problem. Diagnostics without their own help show this text. */
  readonly help: string
  readonly failing?: string
  readonly fixed?: string
}
