/** Source lines of the measured programs. The keys describe how each program imports the client. */
export declare const programs: Readonly<Record<string, readonly string[]>>
/** Returns the size in bytes of a program after bundling for a browser. */
export declare function sizeOf(
  lines: readonly string[],
): Promise<{ readonly minified: number; readonly gzipped: number }>
