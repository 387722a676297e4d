// A language server that asks the editor for its settings, edits its document and reports problems.
import { createServer, stdio } from '@test/server'
import type { Diagnostic, Position, Range } from '@test/client/lsp'

const texts = new Map<string, string>()
const wordAt = (uri: string, { line, character }: Position): string => {
  const text = texts.get(uri)?.split('\n')[line] ?? ''
  const start = /\w*$/.exec(text.slice(0, character))?.[0] ?? ''
  return start + (/^\w*/.exec(text.slice(character))?.[0] ?? '')
}
const rangeOf = (line: number, start: number, end: number): Range => ({
  start: { line, character: start },
  end: { line, character: end },
})

const server = createServer({
  lsp: {
    initialize: ({ capabilities }) => ({
      capabilities: {
        textDocumentSync: 1,
        hoverProvider: capabilities.textDocument?.hover !== undefined,
        completionProvider: { triggerCharacters: ['.'] },
        executeCommandProvider: { commands: ['shout', 'wait'] },
      },
      serverInfo: { name: 'generated' },
    }),
    initialized: () => undefined,
    textDocument: {
      didOpen: ({ textDocument: { uri, text } }) => check(uri, text),
      didChange({ textDocument: { uri }, contentChanges }) {
        for (const change of contentChanges) check(uri, change.text)
      },
      async hover({ textDocument: { uri }, position }, ctx) {
        const [style] = await ctx.client.workspace.configuration({ items: [{ section: 'style' }] })
        const word = wordAt(uri, position)
        return { contents: { kind: 'markdown', value: style === 'bold' ? `**${word}**` : word } }
      },
      completion: ({ textDocument: { uri }, position }) => ({
        isIncomplete: false,
        items: ['er', 'est'].map((end) => ({ label: wordAt(uri, position) + end, kind: 1 })),
      }),
    },
    workspace: {
      async executeCommand({ command, arguments: [uri] = [] }, ctx) {
        if (command === 'wait') {
          ctx.progress({ kind: 'begin', title: 'Waiting' })
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          void ctx.client.window.logMessage({ type: 3, message: 'cancelled' })
          throw ctx.signal.reason
        }
        const [first = ''] = texts.get(String(uri))?.split('\n') ?? []
        const edit = { range: rangeOf(0, 0, first.length), newText: first.toUpperCase() }
        const { applied } = await ctx.client.workspace.applyEdit({
          edit: { changes: { [String(uri)]: [edit] } },
        })
        return applied
      },
    },
    shutdown: () => null,
    exit: () => process.exit(0),
  },
})

function check(uri: string, text: string): void {
  texts.set(uri, text)
  const diagnostics: Diagnostic[] = text.split('\n').flatMap((line, number) => {
    const at = line.indexOf('wrong')
    if (at < 0) return []
    return [{ range: rangeOf(number, at, at + 5), severity: 1, message: 'This is wrong' }]
  })
  void client.textDocument.publishDiagnostics({ uri, diagnostics })
}

const { client } = server.attach(stdio(process, 'headers'))
