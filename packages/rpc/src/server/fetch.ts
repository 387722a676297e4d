import { corsHeaders, planFor, tooLarge, type HttpRules, type Reply } from './http-rules.ts'
import type { Dispatcher, Scope } from './types.ts'

/** A web-standard handler `(Request) => Promise<Response>` over a dispatcher. */
export function fetchHandler(
  dispatcher: Dispatcher,
  rules: HttpRules = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await answer(dispatcher, rules, request)
    const own = corsHeaders(rules, request.headers.get('origin') ?? undefined)
    const empty = status === 204 || status === 304 || request.method === 'HEAD'
    return new Response(empty ? null : body, {
      status,
      headers: { ...headers, ...rules.headers, ...own },
    })
  }
}

async function answer(dispatcher: Dispatcher, rules: HttpRules, request: Request): Promise<Reply> {
  const { pathname: path, searchParams } = new URL(request.url)
  const plan = planFor(dispatcher, rules, {
    verb: request.method,
    path,
    header: (name) => request.headers.get(name) ?? undefined,
  })
  if (plan.kind === 'reply' || plan.kind === 'unknown') return plan.reply
  const scope: Scope = {
    path,
    transport: 'http',
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
  }
  if (plan.kind === 'rest') {
    const answered = await dispatcher.rest(path, searchParams, scope)
    return { status: 500, body: '', ...answered, headers: { 'content-type': 'application/json' } }
  }
  const text = await readText(request, dispatcher.limits.bodyBytes)
  if (text === undefined) return tooLarge(dispatcher)
  const body = await dispatcher.handle(text, scope)
  const { headers } = plan.conduct
  if (body !== undefined) return { status: 200, headers, body }
  return { status: plan.conduct.name === 'spec' ? 204 : 200, headers: {}, body: '' }
}

/** The body as text, `undefined` where it is longer than allowed. */
async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (!request.body) return ''
  const decoder = new TextDecoder()
  const reader = request.body.getReader()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
