// An agent that asks for permission, writes a file and reports what it does.
import { createServer, stdio } from '@test/server'

/** Prompts in progress, by session. */
const running = new Map<string, AbortController>()

const server = createServer({
  acp: {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      agentInfo: { name: 'generated', version: '1.0.0' },
      agentCapabilities: { loadSession: false },
    }),
    session: {
      new: ({ cwd }) => ({ sessionId: `session of ${cwd}` }),
      async prompt({ sessionId, prompt }, { client, signal }) {
        const abort = new AbortController()
        running.set(sessionId, abort)
        const say = (text: string): Promise<void> =>
          client.session.update({
            sessionId,
            update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
          })
        const asked = prompt.flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
        await say(`You said: ${asked}`)
        if (asked === 'wait') {
          const ended = AbortSignal.any([signal, abort.signal])
          await new Promise((resolve) => ended.addEventListener('abort', resolve))
          if (signal.aborted) throw signal.reason
          return { stopReason: 'cancelled' }
        }
        const { outcome } = await client.session.requestPermission({
          sessionId,
          toolCall: { toolCallId: 'write', title: 'Write a file' },
          options: [
            { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
            { optionId: 'no', name: 'Reject', kind: 'reject_once' },
          ],
        })
        if (outcome.outcome !== 'selected' || outcome.optionId !== 'yes')
          return { stopReason: 'refusal' }
        await client.fs.writeTextFile({ sessionId, path: '/a.txt', content: asked })
        await say((await client.fs.readTextFile({ sessionId, path: '/a.txt' })).content)
        return { stopReason: 'end_turn' }
      },
      cancel({ sessionId }) {
        running.get(sessionId)?.abort()
      },
    },
  },
})
server.attach(stdio(process, 'lines'))
