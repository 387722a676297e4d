import { basename } from 'node:path'

/** Converts the name of a folder to a valid npm name. */
export function npmNameOf(folder: string, fallback: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  return name === '' ? fallback : name
}
