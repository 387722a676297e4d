import { type McpProgram, type ProgramOptions, programServer } from '@rpcloom/mcp'
import { parseLossless } from '@rpcloom/rpc/internal'
import { pair } from '@rpcloom/rpc/channels'

export interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

/** The user's answer to a question; undefined for an error, as of a client without elicitation. */
export type Answer = (question: Message) => object | undefined

export interface RawClient {
  /** Sends a request and returns its response. `text` is the JSON of its params. */
  readonly call: (method: string, text: string) => Promise<Message>
  readonly tool: (name: string, args?: object) => Promise<Readonly<Record<string, unknown>>>
  /** Messages of the server besides responses. */
  readonly received: Message[]
}

/** Connects to the server of a program in memory, without any library of the protocol. The client asks the user if there are answers. */
export async function rawClient(
  program: McpProgram,
  options: ProgramOptions,
  answer?: Answer,
): Promise<RawClient> {
  const { dispatcher, listen } = await programServer(program, options)
  const [here, there] = pair()
  listen(dispatcher.attach(there))
  const waiting = new Map<number, (message: Message) => void>()
  const received: Message[] = []
  here.listen({
    text(text) {
      const message = parseLossless(text ?? '') as Message
      if (message.method === undefined) return waiting.get(message.id ?? -1)?.(message)
      received.push(message)
      if (message.id === undefined) return
      const result = answer?.(message)
      const outcome = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
      here.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...outcome }))
    },
    drain: () => undefined,
    alive: () => undefined,
    end: () => undefined,
  })
  let last = 0
  const call = (method: string, text: string): Promise<Message> => {
    const id = ++last
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      here.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${text}}`)
    })
  }
  const capabilities = answer ? { elicitation: {} } : {}
  await call('initialize', JSON.stringify({ protocolVersion: '2025-11-25', capabilities }))
  return {
    call,
    received,
    async tool(name, args = {}) {
      const { result, error } = await call('tools/call', JSON.stringify({ name, arguments: args }))
      if (!result) throw new Error(error?.message)
      return result
    },
  }
}
