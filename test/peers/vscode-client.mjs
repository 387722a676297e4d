// A client on vscode-jsonrpc of the generated language server.
import {
  CancellationTokenSource,
  createMessageConnection,
  ProgressType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'

/** Returns what a child process responds and sends. */
export async function use({ stdin, stdout }) {
  const connection = createMessageConnection(
    new StreamMessageReader(stdout),
    new StreamMessageWriter(stdin),
  )
  const received = (method) => new Promise((resolve) => connection.onNotification(method, resolve))
  const failure = (call) => call.then(String, ({ code }) => code)
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => 'bold'))
  const published = received('textDocument/publishDiagnostics')
  const logged = received('window/logMessage')
  connection.listen()
  const capabilities = { textDocument: { hover: {} } }
  const params = { processId: null, rootUri: null, capabilities }
  const { serverInfo } = await connection.sendRequest('initialize', params)
  const uri = 'file:///a.txt'
  const textDocument = { uri, languageId: 'text', version: 1, text: 'all wrong' }
  await connection.sendNotification('textDocument/didOpen', { textDocument })
  const { diagnostics } = await published
  const position = { line: 0, character: 0 }
  const at = { textDocument: { uri }, position }
  const { contents } = await connection.sendRequest('textDocument/hover', at)
  const invalid = await failure(connection.sendRequest('textDocument/hover', { position }))
  const unknown = await failure(connection.sendRequest('textDocument/other', at))
  const source = new CancellationTokenSource()
  const reported = new Promise((resolve) =>
    connection.onProgress(new ProgressType(), 'mine', resolve),
  )
  const wait = { command: 'wait', workDoneToken: 'mine' }
  const cancelled = failure(connection.sendRequest('workspace/executeCommand', wait, source.token))
  const report = await reported
  source.cancel()
  const result = {
    serverInfo,
    diagnostics: diagnostics.length,
    contents,
    errors: [invalid, unknown, await cancelled],
    report,
    logged: await logged,
    shutdown: await connection.sendRequest('shutdown'),
  }
  await connection.sendNotification('exit')
  return result
}
