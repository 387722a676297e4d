import type { Command } from './command.ts'
import { row } from './help-text.ts'

interface Listed {
  /** Name and arguments of the command. */
  readonly usage: string
  readonly summary: string
  /** Loads the command on demand, so that a run without changes ends quickly. */
  readonly load: () => Promise<Command>
}

/** Every command by name, in the order of the help. */
export const commands: Readonly<Record<string, Listed>> = {
  init: {
    usage: 'init [DIR]',
    summary: 'create a workspace: documents, configuration, packages and a test that passes',
    load: async () => (await import('./init.ts')).initCommand,
  },
  generate: {
    usage: 'generate',
    summary: 'generate the packages of the configuration',
    load: async () => (await import('./generate.ts')).generateCommand,
  },
  lint: {
    usage: 'lint',
    summary: 'report problems in the documents',
    load: async () => (await import('./lint.ts')).lintCommand,
  },
  diff: {
    usage: 'diff OLD [NEW]',
    summary: 'compare two versions of the documents and report breaking changes',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  names: {
    usage: 'names',
    summary: 'list the TypeScript name of each element',
    load: async () => (await import('./names.ts')).namesCommand,
  },
  bundle: {
    usage: 'bundle',
    summary: 'write each document as a single file without external references',
    load: async () => (await import('./bundle.ts')).bundleCommand,
  },
  docs: {
    usage: 'docs [URL|FILE]',
    summary: 'serve the docs of a running server or of documents, without writing files',
    load: async () => (await import('./docs.ts')).docsCommand,
  },
  export: {
    usage: 'export FORMAT',
    summary: 'convert the documents to OpenAPI, AsyncAPI, or a collection of Postman or Bruno',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  scaffold: {
    usage: 'scaffold server DIR',
    summary:
      'create a project of the server or client with a stub for each method, or update one without touching your code',
    load: async () => (await import('./scaffold.ts')).scaffoldCommand,
  },
  conform: {
    usage: 'conform URL',
    summary: 'check a running server against the documents',
    load: async () => (await import('./conform.ts')).conformCommand,
  },
  mock: {
    usage: 'mock [DIR]',
    summary: 'serve a mock of the documents, or record a server and replay its responses',
    load: async () => (await import('./mock.ts')).mockCommand,
  },
  mcp: {
    usage: 'mcp',
    summary: 'serve tools for the documents by the Model Context Protocol',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  release: {
    usage: 'release',
    summary: 'compute the next version and write changesets and changelogs',
    load: async () => (await import('./release.ts')).releaseCommand,
  },
  explain: {
    usage: 'explain CODE',
    summary: 'explain a diagnostic and how to fix it',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  completion: {
    usage: 'completion SHELL',
    summary: 'print the script that completes commands and options in bash, zsh or fish',
    load: async () => (await import('./completion/completion.ts')).completionCommand,
  },
}

export function help(): string {
  return `rpcloom: generates TypeScript clients, servers, mocks and docs from OpenRPC documents.

Usage: rpcloom COMMAND [options]

${Object.values(commands)
  .flatMap(({ usage, summary }) => row(`  ${usage}`, summary))
  .join('\n')}

  rpcloom help COMMAND    options of a command
  rpcloom COMMAND --quiet print errors only
  rpcloom --version

Exit codes: 0 success, 1 findings or files out of date, 2 wrong usage or invalid documents.`
}
