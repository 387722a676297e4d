/** Returns the regular files of a tar archive of npm, by path below its `package/`. */
export function tarFiles(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  let longPath: string | undefined
  for (let at = 0; at + 512 <= archive.length;) {
    const header = archive.subarray(at, at + 512)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(text(header, 124, 12), 8)
    const content = archive.subarray(at + 512, at + 512 + size)
    const type = text(header, 156, 1)
    const prefix = text(header, 345, 155)
    const path = longPath ?? (prefix === '' ? '' : `${prefix}/`) + text(header, 0, 100)
    // A pax header before a file contains a path that is too long for the header of the file.
    longPath = type === 'x' ? /\d+ path=(.*)\n/.exec(content.toString())?.[1] : undefined
    if (type === '0' || type === '') files.set(path.replace(/^package\//, ''), content)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

function text(header: Buffer, from: number, length: number): string {
  return header
    .subarray(from, from + length)
    .toString()
    .replace(/\0.*$/s, '')
    .trim()
}
