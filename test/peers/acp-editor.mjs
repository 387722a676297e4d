// An editor on @agentclientprotocol/sdk, which does what the generated one does.
import { Readable, Writable } from 'node:stream'
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk'

/** Uses an agent in a child process, and returns what it responds and sends. */
export async function use({ stdin, stdout }) {
  const files = new Map()
  const said = []
  let received = () => undefined
  const permissions = ['yes', 'no']
  const { agent } = methods
  const app = client({ name: 'sdk' })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected', optionId: permissions.shift() },
    }))
    .onNotification(methods.client.session.update, ({ params }) => {
      said.push(params.update.content.text)
      received()
    })
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      files.set(params.path, params.content)
      return {}
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({
      content: files.get(params.path),
    }))
  const connection = app.connect(ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout)))
  const { agent: peer } = connection
  const { agentInfo, protocolVersion } = await peer.request(agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
  })
  const start = { cwd: '/here', mcpServers: [] }
  const { sessionId } = await peer.request(agent.session.new, start)
  const prompt = (text, options) =>
    peer.request(agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }, options)
  const reasons = [(await prompt('hello')).stopReason, (await prompt('again')).stopReason]

  const cancelled = prompt('wait')
  await new Promise((resolve) => (received = resolve))
  await peer.notify(agent.session.cancel, { sessionId })
  reasons.push((await cancelled).stopReason)
  const abort = new AbortController()
  const aborted = prompt('wait', { cancellationSignal: abort.signal }).catch(({ code }) => code)
  await new Promise((resolve) => (received = resolve))
  abort.abort('enough')
  const results = {
    name: agentInfo.name,
    protocolVersion,
    sessionId,
    reasons,
    aborted: await aborted,
    failed: await peer
      .request(agent.session.load, { sessionId, ...start })
      .catch(({ code }) => code),
    said,
    files: Object.fromEntries(files),
  }
  connection.close()
  return results
}
