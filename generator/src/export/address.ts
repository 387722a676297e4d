/** Returns the parts of a URL; those of a domain for documentation if it has a variable without a value. */
export function addressOf(
  url: string,
): Pick<URL, 'origin' | 'protocol' | 'host' | 'pathname' | 'search'> {
  return new URL(URL.canParse(url) ? url : `${/^\w+/.exec(url)?.[0] ?? 'https'}://rpc.example/`)
}
