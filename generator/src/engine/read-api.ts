import { resolve } from 'node:path'
import { byPlace } from '../diagnostics/diagnostics.ts'
import { keptNames } from './recorded-names.ts'
import { lockName, readLock } from '../output/lock.ts'
import { load, type LoadOptions, type LoadResult } from '../load/index.ts'
import { buildApi, type Built } from '../model/index.ts'
import type { BuildOptions } from '../model/build.ts'

/** The documents, their model, and all diagnostics, sorted by location. */
export type ReadApi = Omit<LoadResult, 'loaded'> &
  (
    | { readonly loaded?: undefined }
    | ({ readonly loaded: NonNullable<LoadResult['loaded']> } & Pick<Built, 'api' | 'names'>)
  )

export interface ReadOptions extends LoadOptions, BuildOptions {
  /** Output folder, relative to the root. The names that its lock records are kept. */
  readonly out?: string
}

/** Loads documents and builds their model. The model is absent if no document could be loaded. */
export async function readApi(options: ReadOptions): Promise<ReadApi> {
  const { loaded, ...input } = await load(options)
  if (loaded === undefined) return input
  const { api, names, diagnostics } = buildApi(loaded, { kept: keptIn(options), ...options })
  const all = [...input.diagnostics, ...diagnostics].sort(byPlace)
  return { ...input, loaded, api, names, diagnostics: all }
}

function keptIn({ root, out }: ReadOptions): NonNullable<BuildOptions['kept']> {
  const state = out === undefined ? undefined : readLock(resolve(root, out, lockName))
  return state?.kind === 'lock' ? keptNames(state.lock) : new Map()
}
