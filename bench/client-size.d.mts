/** Programs by the form of their import, as lines. */
export declare const programs: Readonly<Record<string, readonly string[]>>
/** Size of a program as a browser gets it. */
export declare function sizeOf(
  lines: readonly string[],
): Promise<{ readonly minified: number; readonly gzipped: number }>
