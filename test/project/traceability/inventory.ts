import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKind, type Point } from './description.ts'

/** The committed list of statements, which the tables must match. */
export const inventory: readonly Point[] = read()

function read(): readonly Point[] {
  const json: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, '../service-points.json'), 'utf8'),
  )
  if (!Array.isArray(json)) throw new Error('service-points.json holds no list')
  return json.map((entry: unknown) => {
    const id: unknown = Reflect.get(Object(entry), 'id')
    const kind: unknown = Reflect.get(Object(entry), 'kind')
    if (typeof id !== 'string' || !isKind(kind))
      throw new Error(`no point: ${JSON.stringify(entry)}`)
    return { id, kind }
  })
}
