import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '@rpcloom/mock'
import type { Json, JsonObject } from 'rpcloom/model'
import { root } from '../corpus/folder.ts'
import { chain, petstore } from '../targets/petstore.ts'
import { mutatedDocument, mutatedText } from './mutations.ts'

const documents = join(root, 'openrpc')
/** Writes the files to which our documents refer. */
export function putShared(folder: string): void {
  cpSync(join(documents, 'shared'), join(folder, 'shared'), { recursive: true })
}

const ours: readonly JsonObject[] = readdirSync(documents)
  .filter((name) => name.endsWith('.openrpc.json'))
  .map((name): JsonObject => JSON.parse(readFileSync(join(documents, name), 'utf8')))

/** Returns a small document, or a few methods of our own documents. */
function baseOf(random: Random): JsonObject {
  const base = random.pick([petstore, chain, ...ours]) ?? petstore
  const methods = base['methods']
  if (!Array.isArray(methods)) return base
  const from = random.integer(0, Math.max(0, methods.length - 3))
  return { ...base, methods: methods.slice(from, from + 3) }
}

/** Returns the text and the file name of a case. */
export function caseOf(index: number): { readonly file: string; readonly text: string } {
  const random = createRandom(`document ${index}`)
  const mutated: Json = mutatedDocument(baseOf(random), random)
  const text = JSON.stringify(mutated, null, 1)
  // JSON is valid YAML, but fails in other ways.
  const file = random.integer(0, 9) === 0 ? 'case.yaml' : 'case.json'
  return { file, text: random.integer(0, 9) === 0 ? mutatedText(text, random) : text }
}
