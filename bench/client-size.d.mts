/** Lines of the programs by form of import. */
export declare const programs: Readonly<Record<string, readonly string[]>>
/** Returns the size of a program as loaded by a browser. */
export declare function sizeOf(
  lines: readonly string[],
): Promise<{ readonly minified: number; readonly gzipped: number }>
