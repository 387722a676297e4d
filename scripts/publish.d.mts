/** Publishes tarballs in their order; those whose version is there already are left out, and returned as such. */
export function publish(
  tarballs: ReadonlyMap<string, string>,
  flags?: readonly string[],
): Promise<readonly string[]>
