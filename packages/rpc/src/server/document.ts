import { DocumentReader } from '../document-reader.ts'
import type { ServerGroup } from './types.ts'

const readers = new WeakMap<ServerGroup, DocumentReader>()

/** Returns the document of a group, synchronously if it is loaded. */
export function readerOf(group: ServerGroup): DocumentReader | Promise<DocumentReader> {
  return readers.get(group) ?? load(group)
}

async function load(group: ServerGroup): Promise<DocumentReader> {
  const reader = new DocumentReader(await group.document())
  readers.set(group, reader)
  return reader
}
