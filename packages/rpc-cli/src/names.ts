/** Returns the option of a param: `start-index` for `startIndex`. */
export function optionName(param: string): string {
  return param
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z]{2})/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** Returns the names in a list that a word may have meant, for error messages. */
export function similarNames(word: string, names: readonly string[]): readonly string[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const start = plain(word).slice(0, 4)
  return start === '' ? [] : names.filter((name) => plain(name).includes(start)).slice(0, 5)
}

/** Returns the environment variable of a setting: `ACME_URL` for the command `acme`. */
export function environmentVariable(command: string, setting: string): string {
  return `${command}_${setting}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}
