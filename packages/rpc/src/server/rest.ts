import { INVALID_PARAMS } from '../json-rpc.ts'
import { performCall, type CallSettings } from './call.ts'
import type { RestEntry } from './registry.ts'
import { resultText } from './result-text.ts'
import type { Conduct, RestAnswer, RestSpec, Scope } from './types.ts'

interface RestSurroundings {
  readonly scope: Scope
  readonly settings: CallSettings
  readonly conduct: Conduct
}

/** Answers a GET route with the result of its method; a boolean in the result decides the status. */
export function answerRest(
  { spec, entry }: RestEntry,
  query: URLSearchParams,
  { scope, settings, conduct }: RestSurroundings,
): RestAnswer | Promise<RestAnswer> {
  return performCall<RestAnswer>(
    {
      entry,
      params: paramsOf(spec, query),
      id: undefined,
      chain: entry.group.chain,
      scope,
      conduct,
      result: (value) => answerOf(spec, resultText(entry, value)),
      error: (error) => ({
        status: error.code === INVALID_PARAMS ? 400 : 500,
        body: JSON.stringify({ error }),
      }),
    },
    settings,
  )
}

function paramsOf({ query: bindings }: RestSpec, query: URLSearchParams): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const { name, param, repeated } of bindings) {
    // `?tag=` names no tag.
    const values = query.getAll(name).filter((value) => !repeated || value !== '')
    if (values.length > 0) params[param] = repeated ? values : values[0]
  }
  return params
}

function answerOf({ status }: RestSpec, body: string): RestAnswer {
  const result = JSON.parse(body) as Record<string, unknown> | null
  return { status: result?.[status.member] === true ? status.ok : status.fail, body }
}
