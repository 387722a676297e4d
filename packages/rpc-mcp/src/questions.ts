import { type JsonObject, NodeError } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/schema'
import { isRecord } from '@rpcloom/schema/json'
import type { ElicitParams, McpClient } from './protocol.ts'
import { type ToolCaller, ToolError } from './tool.ts'

/** Asks the user, and returns the response of the client. `name` identifies the question within a call. */
export type Ask = (name: string, params: ElicitParams) => Promise<unknown>

const form: JsonObject = { type: 'object', properties: {} }

/** Returns how a tool asks the user, given how its client is asked. */
export function questionsBy(ask: Ask): Pick<ToolCaller, 'ask' | 'confirm'> {
  const answer: ToolCaller['ask'] = async (name, message, requestedSchema) => {
    const response = await ask(name, { message, requestedSchema })
    const { action, content = {} } = isRecord(response) ? response : {}
    if (action !== 'accept')
      throw new ToolError('The user did not allow the call', { reason: 'declined' })
    const [issue] = checkSchema(requestedSchema, content)
    if (!issue) return content
    throw new ToolError(`Invalid answer of the user: ${issue.pointer} ${issue.message}`)
  }
  return { ask: answer, confirm: async (message) => void (await answer('confirm', message, form)) }
}

/** Asks by a request to the client. */
export function requestTo(client: McpClient): Ask {
  return (_name, params) =>
    client.elicit(params).catch((error: unknown) => {
      // The client has no such method, or no stream for requests.
      if (error instanceof NodeError) return cannotAsk()
      throw error
    })
}

/** Rejects the questions to a client that has not declared that it can ask the user. */
export async function cannotAsk(): Promise<never> {
  throw new ToolError('The call needs the consent of the user, whom this client cannot ask', {
    reason: 'consentRequired',
    help: 'Use a client with elicitation, or start the server with --allow-writes',
  })
}
