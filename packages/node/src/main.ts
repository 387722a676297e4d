import { constants } from 'node:os'
import { version } from './api/info/versions.ts'
import { rpcloomPath } from './docs.ts'
import { mnemonic, testAccounts } from './c-chain/dev/test-accounts.ts'
import type { NodeDevTools } from './dev/dev-tools.ts'
import { shownOrigin } from './settings/evm-address.ts'
import { GenesisError } from './network/genesis/config.ts'
import { OverlayError } from './settings/aliases.ts'
import { parseCommand, type DataArguments } from './settings/flags.ts'
import { help, printedConfig } from './settings/reference.ts'
import { SettingError } from './settings/setting-error.ts'
import type { Settings } from './settings/settings.ts'
import { runDataCommand } from './maintenance.ts'
import { startNode, type RunningNode } from './node.ts'
import { StoreError } from './store/store-error.ts'

/**
 * Runs the node until a signal stops it. Exit code 2 means invalid settings, or an unusable data folder or port.
 */
async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2), process.env)
  switch (command.kind) {
    case 'help':
      console.log(help())
      return
    case 'version':
      console.log(version)
      return
    case 'print':
      console.log(printedConfig(command.settings, command.origins))
      return
    case 'wrong':
      for (const { message } of command.problems) console.error(message)
      console.error('Run native-node --help for all options.')
      process.exitCode = 2
      return
    case 'data':
      await runOnData(command.data)
      return
    case 'run':
      await run(command.settings)
  }
}

/** Runs a command on the data folder. */
async function runOnData(data: DataArguments): Promise<void> {
  process.umask(0o077)
  try {
    console.log(await runDataCommand(data))
  } catch (error) {
    const message = userErrorMessage(error)
    if (message === undefined) throw error
    console.error(message)
    process.exitCode = 2
  }
}

async function run(settings: Settings): Promise<void> {
  // Only this user may read the files of the node, which include the keystore.
  process.umask(0o077)
  let node: RunningNode | undefined
  try {
    node = await startNode({ ...settings, onPrint: (line) => console.log(`console.log: ${line}`) })
    stopOnSignal(node)
    await node.ready
  } catch (error) {
    await node?.close()
    const message = userErrorMessage(error)
    if (message === undefined) throw error
    console.error(message)
    process.exitCode = 2
    return
  }
  if (stopping) return
  announce(node, settings)
  // Not awaited: it never resolves on a node that keeps its role.
  if (settings.logRole === 'writer') void node.fenced.then(() => stopFenced(node))
}

/** Exit code of a node with the role `writer` that no longer is the writer. */
const FENCED = 3

async function stopFenced(node: RunningNode): Promise<void> {
  if (stopping) return
  stopping = true
  console.error('This node no longer writes the chains. Start it with --log-role standby')
  process.exitCode = FENCED
  await node.close()
}

const PARENT_CHECK_MS = 500

let stopping = false

/** Shuts the node down gracefully on the first signal, and ends the process immediately on the second. */
function stopOnSignal(node: RunningNode): void {
  const stop = (): void => {
    if (stopping) return
    stopping = true
    process.off('SIGINT', stop).off('SIGTERM', stop)
    // A process with ID 1, as in a container, ignores signals that it does not handle.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.exit(128 + constants.signals[signal]))
    clearInterval(watching)
    void node.close()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  process.on('SIGHUP', node.url.startsWith('https:') ? node.reloadCertificate : stop)
  const watching = process.env['npm_command'] === undefined ? undefined : onOrphaned(stop)
}

/**
 * Calls `stop` when the parent process ends. npm and npx start the node in a shell: a signal ends
 * the shell, and does not reach the node.
 */
function onOrphaned(stop: () => void): NodeJS.Timeout {
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_CHECK_MS).unref()
}

function announce(node: RunningNode, settings: Settings): void {
  console.log(`Listening on ${node.url}`)
  console.log(`Docs:   ${node.url}/docs/`)
  if (settings.rpcloomSite !== undefined) console.log(`        ${node.url}${rpcloomPath} (rpcloom)`)
  if (!settings.public) console.log(`Health: ${node.url}/ext/health`)
  console.log(settings.memory ? 'Data:   in memory' : `Data:   ${settings.dataDir}`)
  if (settings.cChainEvmUrl !== undefined)
    console.log(`C-Chain: external EVM at ${shownOrigin(settings.cChainEvmUrl)}`)
  if (settings.forkUrl !== undefined)
    console.log(`C-Chain: continues the chain at ${shownOrigin(settings.forkUrl)}`)
  if (node.dev !== undefined) announceAccounts(node.url, node.dev)
  if (settings.public) console.log('Public mode: node-local methods are hidden')
  if (node.unimplemented.length === 0) return
  console.log(`\nNot implemented, respond with -32601 (${node.unimplemented.length} methods):`)
  for (const [namespace, names] of byNamespace(node.unimplemented))
    console.log(`  ${namespace}: ${names.join(', ')}`)
}

/** Prints what developers copy into their tools. Everybody knows these keys. */
function announceAccounts(url: string, { evmChainId }: NodeDevTools): void {
  console.log(`C-Chain: ${url}/ext/bc/C/rpc, chain ID ${evmChainId}`)
  console.log(`\nDevelopment mode. Accounts of the mnemonic "${mnemonic}":`)
  for (const [at, { address, key }] of testAccounts().entries())
    console.log(`(${at}) ${address}  ${key}`)
}

function byNamespace(methods: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const method of methods) {
    const [namespace = '', name = method] = method.split(/[._](.*)/s)
    groups.set(namespace, [...(groups.get(namespace) ?? []), name])
  }
  return groups
}

/** Returns the message for a failure that the user can fix; undefined for any other failure. */
function userErrorMessage(error: unknown): string | undefined {
  const userErrors = [StoreError, OverlayError, GenesisError, SettingError]
  if (error instanceof Error && userErrors.some((kind) => error instanceof kind))
    return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EADDRINUSE':
      return `The address is already in use (${error.message}). Choose another --port.`
    // An invalid option, for example an origin with a path.
    case 'option':
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return error.message
    default:
      return undefined
  }
}

await main()
