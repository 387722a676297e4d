import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeReport } from '../conform/report/write.ts'
import { jsonText } from '../json/text.ts'
import type { JsonObject } from '../json/types.ts'
import { yamlParser } from '../load/parse/libraries.ts'
import type { Output } from './output.ts'

/** Format of a written document. */
export type Format = 'json' | 'yaml'

/** Returns the format for a path: JSON, unless its extension is that of YAML. */
export function formatOf(path: string | undefined): Format {
  return path !== undefined && /\.ya?ml$/i.test(path) ? 'yaml' : 'json'
}

/** Serializes a document. Ends with a line break. */
export function documentText(document: JsonObject, format: Format): string {
  if (format === 'json') return `${jsonText(document, undefined, 2)}\n`
  // Strings such as `yes` are quoted for YAML 1.1 parsers, and long lines are not wrapped.
  return yamlParser().stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Writes files, and creates their folders. Reports the first file that cannot be written, and returns false. */
export function writeFiles(files: readonly TextFile[], output: Output): boolean {
  for (const { path, text } of files) {
    mkdirSync(dirname(resolve(path)), { recursive: true })
    const reason = writeReport(path, text)
    if (reason === undefined) continue
    output.fault('RL033', `Cannot write the output: ${reason}`)
    return false
  }
  return true
}
