// An agent on @agentclientprotocol/sdk, which does what the generated one does.
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk'

const running = new Map()
const { client } = methods

const app = agent({ name: 'sdk' })
  .onRequest(methods.agent.initialize, ({ params }) => ({
    protocolVersion: params.protocolVersion,
    agentInfo: { name: 'sdk', version: '1.0.0' },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => ({ sessionId: `session of ${params.cwd}` }))
  .onRequest(methods.agent.session.prompt, async ({ params, client: editor, signal }) => {
    const { sessionId, prompt } = params
    const abort = new AbortController()
    running.set(sessionId, abort)
    const say = (text) =>
      editor.notify(client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      })
    const [{ text }] = prompt
    await say(`You said: ${text}`)
    if (text === 'wait') {
      const ended = AbortSignal.any([signal, abort.signal])
      await new Promise((resolve) => ended.addEventListener('abort', resolve))
      return { stopReason: 'cancelled' }
    }
    const { outcome } = await editor.request(client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: 'write', title: 'Write a file' },
      options: [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    })
    if (outcome.optionId !== 'yes') return { stopReason: 'refusal' }
    await editor.request(client.fs.writeTextFile, { sessionId, path: '/a.txt', content: text })
    const file = await editor.request(client.fs.readTextFile, { sessionId, path: '/a.txt' })
    await say(file.content)
    return { stopReason: 'end_turn' }
  })
  .onNotification(methods.agent.session.cancel, ({ params }) =>
    running.get(params.sessionId)?.abort(),
  )
app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
