import { shortened } from './excerpt.ts'
import { INVALID_PARAMS } from '../json-rpc.ts'
import { errorText } from './dialect.ts'
import type { Outcome } from './call.ts'
import type { RestRoute } from '../descriptor.ts'
import type { RestResponse } from './types.ts'

/** Converts the query of a GET route to params by name. */
export function restParams(
  { query: bindings }: RestRoute,
  query: URLSearchParams,
): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const { name, param, repeated } of bindings) {
    // For a repeatable parameter, an empty value, as in `?tag=`, is treated as omitted.
    const values = query.getAll(name).filter((value) => !repeated || value !== '')
    if (values.length > 0) params[param] = repeated ? values : values[0]
  }
  return params
}

/** Returns the response of a GET route. Its status depends on a boolean member of the result. */
export function restResponse({ status }: RestRoute, outcome: Outcome): RestResponse {
  if (outcome.kind === 'error') {
    const error = shortened(outcome.error)
    const isCallers = error.code === INVALID_PARAMS
    return { status: isCallers ? 400 : 500, body: `{"error":${errorText(error)}}` }
  }
  const result = JSON.parse(outcome.text) as Record<string, unknown> | null
  return { status: result?.[status.member] === true ? status.ok : status.fail, body: outcome.text }
}
