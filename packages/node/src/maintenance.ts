import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { genesisFor } from './network/genesis/choose.ts'
import { networkOf, type Network } from './network/network.ts'
import { ownerOf } from './owner.ts'
import type { DataArguments } from './settings/flags.ts'
import { tokenOf } from './settings/setting-file.ts'
import { SettingError } from './settings/setting-error.ts'
import type { Settings } from './settings/settings.ts'
import { changesFrom, checkpointFile, fetchCheckpoint } from './store/checkpoint-source.ts'
import { writeCheckpoint } from './store/checkpoint.ts'
import { importCheckpoint } from './store/import-checkpoint.ts'
import { openLevelStore } from './store/level-store.ts'
import { LAYOUT, layoutUpgrade } from './store/ownership.ts'
import { StoreError } from './store/store-error.ts'
import { reading } from './store/store.ts'
import { closeStores, folders, hasChainData, openStores } from './store/stores.ts'
import { syncFolder } from './store/sync-folder.ts'
import { verified } from './verify.ts'

/** Runs a command. Returns the sentence to print. Throws a {@link StoreError} if the data cannot be used. */
export async function runDataCommand({
  command,
  file,
  from,
  settings,
}: DataArguments): Promise<string> {
  const network = networkOf(await genesisFor(settings))
  switch (command) {
    case 'export':
      await exportChain(file, { from, settings, network })
      return `Exported the chain data to ${file}`
    case 'import':
      await importChain(file, settings, network)
      return `Imported the chain data into ${settings.dataDir}`
    case 'verify': {
      checkExists(settings)
      const stores = await openStores(settings.dataDir, ownerOf(network), { verify: true })
      await closeStores(await verified(settings, network)(stores))
      return `The data folder ${settings.dataDir} is sound`
    }
    case 'migrate':
      checkExists(settings)
      await closeStores(await openStores(settings.dataDir, ownerOf(network)))
      return `The data folder ${settings.dataDir} has layout ${LAYOUT}`
  }
}

function checkExists({ dataDir }: Settings): void {
  if (!hasChainData(dataDir))
    throw new StoreError('unreadable', `There is no chain data in ${dataDir}.`)
}

interface ExportSource {
  readonly from: string | undefined
  readonly settings: Settings
  readonly network: Network
}

/** Writes a file that has the whole content or does not exist. */
async function exportChain(path: string, { from, settings, network }: ExportSource): Promise<void> {
  const file = await regularFile(path)
  // Two exports to the same file must not write to the same stream.
  const unfinished = `${file}.${process.pid}.unfinished`
  const sink = createWriteStream(unfinished, { mode: 0o600, flush: true, flags: 'wx' })
  await once(sink, 'open').catch((cause: Error) => {
    throw new StoreError('unreadable', `Cannot write ${unfinished}: ${cause.message}.`, cause)
  })
  try {
    if (from !== undefined) await pipeline(await fetched(from, settings), sink)
    else {
      checkExists(settings)
      const folder = join(settings.dataDir, folders.chain)
      const store = await openLevelStore(folder, ownerOf(network))
      try {
        // The earlier layout has secrets among the chain data.
        if ((await layoutUpgrade(store)) !== undefined)
          throw new StoreError(
            'foreign',
            `The data folder ${settings.dataDir} has the layout of an earlier version. Run native-node migrate first.`,
          )
        await reading(store, (snapshot) =>
          pipeline(writeCheckpoint(snapshot, ownerOf(network)), createGzip({ level: 1 }), sink),
        )
      } finally {
        await store.close()
      }
    }
    // A proxy may end a response that was cut without an error.
    for await (const _ of changesFrom(checkpointFile(unfinished), ownerOf(network)));
    await rename(unfinished, file)
    syncFolder(dirname(resolve(file)))
  } catch (error) {
    if (error instanceof StoreError || error instanceof SettingError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('failed', `The export to ${file} failed: ${reason}.`, error)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Returns the file to replace: that to which a link points. Throws if it is a device, a pipe or a folder. */
async function regularFile(path: string): Promise<string> {
  const found = await realpath(path).catch(() => path)
  const isOther = await stat(found).then(
    (stats) => !stats.isFile(),
    () => false,
  )
  if (isOther) throw new StoreError('unreadable', `Cannot write ${path}: it is not a regular file.`)
  return found
}

async function fetched(from: string, settings: Settings): Promise<Readable> {
  const token = tokenOf('checkpointTokenFile', settings)
  if (token === undefined)
    throw new SettingError('An export from a running node requires --checkpoint-token-file')
  const { username, password } = new URL(from)
  if (username !== '' || password !== '')
    throw new SettingError('--from must not have a user name or a password')
  return fetchCheckpoint(from, token)
}

async function importChain(file: string, { dataDir }: Settings, network: Network): Promise<void> {
  if (hasChainData(dataDir))
    throw new StoreError(
      'foreign',
      `The data folder ${dataDir} already has chain data. Choose another --data-dir.`,
    )
  const folder = join(dataDir, folders.chain)
  await importCheckpoint({ folder, owner: ownerOf(network), source: checkpointFile(file) })
}
