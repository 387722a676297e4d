// An editor that opens one file in a language server, reads what it says, and cancels a call.
import { type Channel, createPeer, type Peer, stdio } from '@test/client/peer'
import { isRpcError } from '@test/client'
import type { Diagnostic } from '@test/client/lsp'

export interface File {
  readonly uri: string
  readonly languageId: string
  readonly text: string
  readonly position: { readonly line: number; readonly character: number }
}

export { stdio }

/** Edits a file with a server on the other end of a channel. */
export async function edit(
  channel: Channel,
  rootUri: string,
  file: File,
): Promise<Readonly<Record<string, unknown>>> {
  const asked: unknown[] = []
  let published: (diagnostics: readonly Diagnostic[]) => void = () => undefined
  const diagnosed = new Promise<readonly Diagnostic[]>((resolve) => (published = resolve))
  const lsp: Peer = createPeer({
    channel,
    timeoutMs: 30_000,
    handlers: {
      textDocument: {
        publishDiagnostics: ({ uri, diagnostics }) => {
          if (uri === file.uri && diagnostics.length > 0) published(diagnostics)
        },
      },
      workspace: {
        configuration: ({ items }) => {
          asked.push(...items.map(({ section }) => section))
          return items.map(() => 'bold')
        },
      },
      client: { registerCapability: () => null },
      window: { logMessage: () => undefined },
    },
  })
  const initialized = await lsp.initialize({
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'root' }],
    capabilities: {
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        diagnostic: { dynamicRegistration: false },
        publishDiagnostics: {},
      },
      workspace: { configuration: true, workspaceFolders: true },
    },
  })
  await lsp.initialized({})
  const { uri, languageId, text, position } = file
  await lsp.textDocument.didOpen({ textDocument: { uri, languageId, version: 1, text } })
  const at = { textDocument: { uri }, position }
  const hover = await lsp.textDocument.hover(at)
  const pulled = initialized.capabilities.diagnosticProvider
    ? await lsp.textDocument.diagnostic({ textDocument: { uri } })
    : undefined
  const diagnostics = pulled?.kind === 'full' ? pulled.items : await diagnosed
  const completed = await lsp.textDocument.completion(at)
  const items = completed === null ? [] : 'items' in completed ? completed.items : completed
  const abort = new AbortController()
  const reports: unknown[] = []
  const call = lsp.textDocument.references(
    { ...at, context: { includeDeclaration: true } },
    {
      signal: abort.signal,
      onProgress(report) {
        reports.push(report)
        abort.abort('enough')
      },
    },
  )
  if (initialized.serverInfo?.name !== 'vscode-languageserver') abort.abort('enough')
  const cancelled = await call.catch((error: unknown) => error)
  const failed = await lsp.textDocument
    .moniker(at)
    .catch((error: unknown) => isRpcError(error) && { code: error.code, data: error.data })
  await lsp.shutdown()
  await lsp.exit()
  const closed = String(await lsp.closed)
  const completions = items.map(({ label }) => label)
  return { initialized, hover, diagnostics, completions, asked, cancelled, reports, failed, closed }
}
