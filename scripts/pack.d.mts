/** Folders of the published packages, dependencies first. */
export const published: readonly string[]
/** Packs the folders and returns the tarballs by package name. */
export function pack(target: string, folders?: readonly string[]): ReadonlyMap<string, string>
