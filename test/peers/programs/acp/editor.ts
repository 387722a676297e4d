// An editor that starts a session of an agent.
import { type Channel, createPeer, stdio } from '@test/client/peer'
import { isRpcError } from '@test/client'

export { stdio }

/** Uses an agent, and returns what it responds and sends. */
export async function use(channel: Channel): Promise<Readonly<Record<string, unknown>>> {
  const files = new Map<string, string>()
  const said: string[] = []
  let received = (): void => undefined
  const permissions = ['yes', 'no']
  const agent = createPeer({
    channel,
    timeoutMs: 30_000,
    handlers: {
      session: {
        requestPermission: ({ options }) => {
          const optionId = permissions.shift()
          const isKnown = options.some((option) => option.optionId === optionId)
          return {
            outcome:
              optionId !== undefined && isKnown
                ? { outcome: 'selected', optionId }
                : { outcome: 'cancelled' },
          }
        },
        update({ update }) {
          if (update.sessionUpdate !== 'agent_message_chunk') return
          if (update.content.type === 'text') said.push(update.content.text)
          received()
        },
      },
      fs: {
        writeTextFile({ path, content }) {
          files.set(path, content)
          return {}
        },
        readTextFile: ({ path }) => ({ content: files.get(path) ?? '' }),
      },
    },
  })
  const { agentInfo, protocolVersion } = await agent.initialize({
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
  })
  const { sessionId } = await agent.session.new({ cwd: '/here', mcpServers: [] })
  const prompt = (text: string, signal?: AbortSignal): ReturnType<typeof agent.session.prompt> =>
    agent.session.prompt({ sessionId, prompt: [{ type: 'text', text }] }, signal && { signal })
  const reasons = [(await prompt('hello')).stopReason, (await prompt('again')).stopReason]

  // A session is cancelled by a notification, a call by its signal.
  const cancelled = prompt('wait')
  await new Promise<void>((resolve) => (received = resolve))
  await agent.session.cancel({ sessionId })
  reasons.push((await cancelled).stopReason)
  const abort = new AbortController()
  const aborted = prompt('wait', abort.signal).catch((error: unknown) => error)
  await new Promise<void>((resolve) => (received = resolve))
  abort.abort('enough')
  const results = {
    name: agentInfo?.name,
    protocolVersion,
    sessionId,
    reasons,
    aborted: await aborted,
    failed: await agent.session
      .load({ sessionId, cwd: '/here', mcpServers: [] })
      .catch((error: unknown) => isRpcError(error) && error.code),
    said,
    files: Object.fromEntries(files),
  }
  await agent.close()
  return results
}
