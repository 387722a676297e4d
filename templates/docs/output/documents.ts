import type { Api, Group, JsonObject } from 'rpcloom/model'
import { type DerivedOutput, derivedText, type OutputFile, remembered } from 'rpcloom/emit'
import { allDocuments, documentPath, methodDocumentPath } from '../site/document-path.ts'
import { documentText } from '../site/document-text.ts'
import type { Site } from '../site/pages.ts'
import { mergeDocuments } from './merge-documents.ts'
import { openMethodDocuments } from './method-document.ts'

/** The self-contained documents: one per group and per method, and all in one. */
export function documentFiles(site: Site): readonly OutputFile[] {
  const { context } = site
  const { groups } = context.api
  const single = groups.flatMap((group) => [
    groupFile(context.api, group, documentPath(context, group)),
    ...methodFiles(group, (method) => methodDocumentPath(context, method)),
  ])
  if (groups.length < 2) return single
  const all = mergeDocuments(context.options, groups)
  return [...single, jsonFile(allDocuments, all)]
}

function methodFiles(
  group: Group,
  pathOf: (method: Group['methods'][number]) => string,
): readonly OutputFile[] {
  const documentOf = openMethodDocuments(group)
  return group.methods.map((method) => jsonFile(pathOf(method), documentOf(method.wire)))
}

const groupFile = remembered((_: Api, { bundle }: Group, path: string) => jsonFile(path, bundle))

function jsonFile(path: string, json: JsonObject): DerivedOutput {
  return derivedText(`site/${path}`, documentText(json))
}
