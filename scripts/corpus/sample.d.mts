export declare function sampleDocuments(
  folder: string,
  files: readonly string[],
  count: number,
  seed: string,
): readonly string[]
