import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type JsonObject, NodeError, RpcError } from '@rpcloom/rpc'
import { stringify } from '@rpcloom/schema/json'
import type { ElicitParams, ElicitResult, McpClient } from './protocol.ts'
import { ToolError } from './tool.ts'

/** Time in milliseconds in which the user can allow a call. */
const VALID_MS = 600_000

const form: JsonObject = { type: 'object', properties: {} }

/** How a user is asked: by a request to the client, or by the result of the call that the client then repeats. */
export interface Asking {
  readonly client: McpClient
  /** Set in the version without requests to the client. */
  readonly stateless?: {
    readonly canAsk: boolean
    readonly answer: unknown
    readonly state: string | undefined
  }
}

/** Ends a call that needs an answer of the user first. The client repeats the call with the answer. */
export class InputRequired extends Error {
  readonly result: object

  constructor(params: ElicitParams, requestState: string) {
    super('The call needs input')
    const inputRequests = { confirm: { method: 'elicitation/create', params } }
    this.result = { resultType: 'input_required', inputRequests, requestState }
  }
}

/** Asks users for consent. An answer allows one call with its arguments, once. */
export class Consents {
  readonly #key = randomBytes(32)
  /** The answers that were used, with the times at which they expire. */
  readonly #used = new Map<string, number>()

  /** Returns if the user allows the call. */
  async confirm(message: string, subject: unknown, asking: Asking): Promise<void> {
    const params = { message, requestedSchema: form }
    const { client, stateless } = asking
    if (!stateless) return accepted(await asked(client, params))
    if (!stateless.canAsk) throw cannotAsk()
    const { state, answer } = stateless
    if (state !== undefined) this.#use(state, subject)
    if (state === undefined || answer === undefined)
      throw new InputRequired(params, this.#state(subject))
    accepted(Object(answer) as ElicitResult)
  }

  /** Returns a text that proves which call the user was asked about. */
  #state(subject: unknown): string {
    const open = `${Date.now() + VALID_MS}.${randomUUID()}`
    return `${open}.${this.#signature(open, subject)}`
  }

  #signature(open: string, subject: unknown): string {
    return createHmac('sha256', this.#key)
      .update(`${open}.${stringify(subject)}`)
      .digest('hex')
  }

  #use(state: string, subject: unknown): void {
    const now = Date.now()
    for (const [used, until] of this.#used) if (until < now) this.#used.delete(used)
    const [until = '', id = '', given = ''] = state.split('.')
    const expected = this.#signature(`${until}.${id}`, subject)
    const [one, other] = [Buffer.from(given), Buffer.from(expected)]
    const isSame = one.length === other.length && timingSafeEqual(one, other)
    if (!isSame || Number(until) < now || this.#used.has(id))
      throw new RpcError(-32602, 'The request state is invalid or expired: call again without it')
    this.#used.set(id, Number(until))
  }
}

/** Asks the user for the members of an object. */
export async function askFor(
  params: ElicitParams,
  { client, stateless }: Asking,
): Promise<unknown> {
  // This version of the protocol has no questions during a call.
  if (stateless) throw new ToolError(`The server needs an answer of the user: ${params.message}`)
  const result = await asked(client, params)
  accepted(result)
  return result.content ?? {}
}

async function asked(client: McpClient, params: ElicitParams): Promise<ElicitResult> {
  try {
    return await client.elicit(params)
  } catch (error) {
    // The client has no such method, or no stream for requests.
    if (error instanceof NodeError) throw cannotAsk()
    throw error
  }
}

function accepted({ action }: ElicitResult): void {
  if (action !== 'accept')
    throw new ToolError('The user did not allow the call', { reason: 'declined' })
}

function cannotAsk(): ToolError {
  return new ToolError('The call needs the consent of the user, whom this client cannot ask', {
    reason: 'consentRequired',
    help: 'Use a client with elicitation, or start the server with --allow-writes',
  })
}
