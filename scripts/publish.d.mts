/** Publishes tarballs in order. Skips versions that already exist and returns them. */
export function publish(
  tarballs: ReadonlyMap<string, string>,
  flags?: readonly string[],
): Promise<readonly string[]>
