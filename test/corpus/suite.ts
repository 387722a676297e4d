import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from 'rpcloom/model'
import { root } from './folder.ts'

/** A schema with values, and whether each is valid. */
export interface SuiteGroup {
  readonly description: string
  readonly schema: Json
  readonly tests: readonly {
    readonly description: string
    readonly data: Json
    readonly valid: boolean
  }[]
}

const acceptance = 'usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance'
const fetched = join(root, '.cache/json-schema-suites')

/**
 * Locations of JSON-Schema-Test-Suite. Its npm package wraps a git repository and does not install
 * from a registry. Debian has it up to draft 7 as json-schema-test-suite, and with later drafts
 * inside libtest-json-schema-acceptance-perl: installed, or downloaded by .ci/run.
 */
const places = [
  process.env['RPCLOOM_JSON_SCHEMA_SUITE'] ?? '',
  join(root, 'node_modules/json-schema-test-suite'),
  '/usr/share/json-schema-test-suite',
  join(fetched, 'json-schema-test-suite/usr/share/json-schema-test-suite'),
  join('/', acceptance),
  join(fetched, 'libtest-json-schema-acceptance-perl', acceptance),
]

/** Returns the folder of the suite with a draft. Returns undefined if it is not installed. */
export function suiteWith(draft: string): string | undefined {
  return places.find((place) => place !== '' && existsSync(join(place, 'tests', draft)))
}

/** Returns the groups of all files below a folder, in order. */
export function groupsIn(folder: string): readonly (readonly [file: string, group: SuiteGroup])[] {
  return jsonBelow(folder).flatMap(([path, json]) =>
    (json as unknown as readonly SuiteGroup[]).map((group) => [path, group] as const),
  )
}

/** Returns the JSON files below a folder, in order. */
export function jsonBelow(folder: string): readonly (readonly [path: string, json: Json])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8')) as Json] as const)
}
