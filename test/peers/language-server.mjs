// A language server on vscode-languageserver, which asks the editor for its settings.
import {
  createConnection,
  LSPErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'

const reader = new StreamMessageReader(process.stdin)
const connection = createConnection(reader, new StreamMessageWriter(process.stdout))
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } }

connection.onInitialize(() => ({
  capabilities: { hoverProvider: true, textDocumentSync: 1, completionProvider: {} },
  serverInfo: { name: 'vscode-languageserver' },
}))
connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => {
  const diagnostics = [{ range, severity: 1, message: `Opened ${text}` }]
  void connection.sendDiagnostics({ uri, diagnostics })
})
connection.onHover(async () => ({
  contents: { kind: 'markdown', value: await connection.workspace.getConfiguration('style') },
}))
connection.onCompletion(() => [{ label: 'first' }, { label: 'second' }])
connection.onReferences(async (_params, token, progress) => {
  progress.report(50)
  await new Promise((resolve) => token.onCancellationRequested(resolve))
  throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
})
connection.languages.moniker.on(() => {
  throw new ResponseError(7, 'No moniker', { at: 'here' })
})
connection.listen()
