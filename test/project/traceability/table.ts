import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../openrpc/files.ts'

/** A row of the tables in the documents' README. */
export interface Row {
  readonly id: string
  readonly locations: readonly string[]
  readonly tests: readonly NamedTest[]
  /** Names of groups of test files. */
  readonly groups: readonly string[]
}

/** A test by the short name of its file and its name. */
export interface NamedTest {
  readonly file: string
  readonly name: string
}

const readme = readFileSync(join(folder, 'README.md'), 'utf8')
const [, tables = ''] = readme.split(/^## Traceability$/m)

/** Test files by the short names that the tables use. */
export const testFiles: ReadonlyMap<string, string> = new Map(
  [...tables.matchAll(/^- `([\w-]+)`: `(test\/[^`]+)`/gm)].map(([, name = '', file = '']) => [
    name,
    file,
  ]),
)

/** Groups of test files that the tables can name instead of a test. */
export const testGroups: ReadonlyMap<string, readonly string[]> = new Map(
  [...tables.matchAll(/^- _([^_]+)_: (.*)$/gm)].map(([, name = '', files = '']) => [
    name,
    [...files.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file),
  ]),
)

export const rows: readonly Row[] = tables
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| point') && !line.startsWith('| -'))
  .map(rowOf)

function rowOf(line: string): Row {
  const [point = '', location = '', evidence = ''] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  return {
    id: /^`([^`]+)`/.exec(point)?.[1] ?? point,
    locations: [...location.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    tests: [...evidence.matchAll(/([\w-]+): `([^`]+)`/g)].map(([, file = '', name = '']) => ({
      file,
      name,
    })),
    groups: [...evidence.replaceAll(/`[^`]*`/g, '').matchAll(/_([^_]+)_/g)].map(
      ([, name = '']) => name,
    ),
  }
}
