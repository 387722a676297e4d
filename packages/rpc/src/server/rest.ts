import { INVALID_PARAMS } from '../json-rpc.ts'
import { performCall, type CallSettings, type Outcome } from './call.ts'
import type { RestEntry } from './registry.ts'
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
  const params = paramsOf(spec, query)
  const call = { entry, params, id: undefined, chain: entry.group.chain, scope, conduct }
  const outcome = performCall(call, settings)
  if (outcome instanceof Promise) return outcome.then((settled) => answerOf(spec, settled))
  return answerOf(spec, outcome)
}

function paramsOf({ query: bindings }: RestSpec, query: URLSearchParams): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const { name, param, repeated } of bindings) {
    const values = query.getAll(name)
    if (values.length > 0) params[param] = repeated ? values : values[0]
  }
  return params
}

function answerOf({ status }: RestSpec, outcome: Outcome): RestAnswer {
  if (typeof outcome !== 'string') {
    return {
      status: outcome.code === INVALID_PARAMS ? 400 : 500,
      body: JSON.stringify({ error: outcome }),
    }
  }
  const result = JSON.parse(outcome) as Record<string, unknown> | null
  return { status: result?.[status.member] === true ? status.ok : status.fail, body: outcome }
}
