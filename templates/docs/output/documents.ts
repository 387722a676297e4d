import type { Api, Group, Json, JsonObject } from 'rpcloom/model'
import { type DerivedOutput, derivedText, type OutputFile, remembered } from 'rpcloom/emit'
import { allDocuments, documentPath } from '../site/document-path.ts'
import type { Site } from '../site/pages.ts'
import { mergeDocuments } from './merge-documents.ts'

/** The self-contained documents: one per group, and all in one. */
export function documentFiles(site: Site): readonly OutputFile[] {
  const { context } = site
  const { groups } = context.api
  const single = groups.map((group) => groupFile(context.api, group, documentPath(context, group)))
  if (groups.length < 2) return single
  const all = mergeDocuments(context.options, groups)
  return [...single, jsonFile(allDocuments, all)]
}

const groupFile = remembered((_: Api, { bundle }: Group, path: string) => jsonFile(path, bundle))

function jsonFile(path: string, json: JsonObject): DerivedOutput {
  const text = `${JSON.stringify(json satisfies Json, undefined, 1)}\n`
  return derivedText(`site/${path}`, text)
}
