import { posix } from 'node:path'
import type { Group, JsonObject } from 'rpcloom/model'
import { type DerivedOutput, derivedText, type OutputFile } from 'rpcloom/codegen'
import { allDocuments, documentPath, methodDocumentPath } from '../site/document-path.ts'
import { mergeDocuments } from '@rpcloom/rpc/internal'
import type { SiteContext } from '../site/context.ts'
import { documentText, printDocument } from '../site/document-text.ts'
import type { Site } from '../site/pages.ts'
import { groupParts, methodDocument } from './method-document.ts'

/**
 * Returns the self-contained OpenRPC documents: one for each group, one for each method, and one
 * for all groups together.
 */
export function documentFiles(site: Site): readonly OutputFile[] {
  const { context } = site
  const { groups } = context.api
  const single = groups.flatMap((group) => [
    jsonFile(documentPath(context, group), group.bundle),
    ...methodFiles(context, group),
  ])
  if (groups.length < 2) return single
  const { title, version } = context.options
  const all = mergeDocuments(groups.map(partOf), { title, version })
  return [...single, jsonFile(allDocuments, all)]
}

/**
 * Returns a group's document, prepared for merging: the document's servers are copied to all
 * methods without their own servers.
 */
function partOf({ key, bundle }: Group): Parameters<typeof mergeDocuments>[0][number] {
  const { servers } = bundle
  const located = (method: JsonObject): JsonObject =>
    servers === undefined || method['servers'] !== undefined ? method : { ...method, servers }
  return { key, document: bundle, located }
}

function methodFiles(context: SiteContext, group: Group): readonly OutputFile[] {
  const folder = posix.dirname(context.addresses.group(group).page)
  const whole = posix.relative(`openrpc/${folder}`, documentPath(context, group))
  const { parts, methods } = groupParts(group, whole)
  return group.methods.map((method) => {
    const json = methods.get(method.name) ?? { name: method.name }
    const path = methodDocumentPath(context, method)
    return derivedText(`site/${path}`, printDocument(methodDocument(json, parts)))
  })
}

function jsonFile(path: string, json: JsonObject): DerivedOutput {
  return derivedText(`site/${path}`, documentText(json))
}
