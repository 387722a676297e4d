/** Folders of the published packages. Dependencies come before the packages that need them. */
export const published: readonly string[]
/** Packs the folders into `target` and returns the tarballs by package name. */
export function pack(target: string, folders?: readonly string[]): ReadonlyMap<string, string>
