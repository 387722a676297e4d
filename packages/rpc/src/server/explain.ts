import { paramIssues } from '../document/param-issues.ts'
import type { OpenRpcDocument, OpenRpcParam } from '../document/types.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { loadDocument } from './document.ts'
import type { MethodEntry } from './entry.ts'

/**
 * Returns the issues of named params that the emitted validator has rejected. Returns a promise only if the
 * document has yet to be loaded.
 */
export function explainParams(
  entry: Pick<MethodEntry, 'group' | 'method' | 'topic'>,
  params: Record<string, unknown>,
): readonly SchemaIssue[] | Promise<readonly SchemaIssue[]> {
  const document = loadDocument(entry.group)
  if (!(document instanceof Promise)) return issuesOf(document, entry, params)
  return document.then((loaded) => issuesOf(loaded, entry, params))
}

const unexplained: SchemaIssue = {
  pointer: '',
  keyword: 'params',
  message: 'are not valid for the method',
}

function issuesOf(
  document: OpenRpcDocument,
  entry: Pick<MethodEntry, 'method' | 'topic'>,
  params: Record<string, unknown>,
): readonly SchemaIssue[] {
  const { resolve } = document
  const options = { resolve, maxIssues: 10 }
  const issues = paramIssues(paramsOf(document, entry), params, options)
  return issues.length > 0 ? issues : [unexplained]
}

/**
 * Returns the params of a method. For a subscription, adds the params of the topic after the param that names
 * the topic.
 */
function paramsOf(
  { methods }: OpenRpcDocument,
  { method: { name }, topic: requested }: Pick<MethodEntry, 'method' | 'topic'>,
): readonly OpenRpcParam[] {
  const { params = [], subscription } = methods.get(name) ?? {}
  const topic = subscription?.topics.find((one) => one.name === requested?.name)
  if (!topic) return params
  return subscription?.single ? params : [...params.slice(0, 1), ...topic.params]
}
