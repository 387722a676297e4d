/** Folders of the published packages; each comes after those that it depends on. */
export const published: readonly string[]
/** Packs these folders; the tarballs by package name. */
export function pack(target: string, folders?: readonly string[]): ReadonlyMap<string, string>
