import { byPlace } from '../diagnostics/diagnostics.ts'
import { load, type LoadOptions, type LoadResult } from '../load/index.ts'
import { buildApi, type Built } from '../model/index.ts'
import type { BuildOptions } from '../model/build.ts'

/** The documents, their model, and all diagnostics, sorted by location. */
export type ReadApi = Omit<LoadResult, 'loaded'> &
  (
    | { readonly loaded?: undefined }
    | ({ readonly loaded: NonNullable<LoadResult['loaded']> } & Pick<Built, 'api' | 'names'>)
  )

/** Loads documents and builds their model. The model is absent if no document could be loaded. */
export async function readApi(options: LoadOptions & BuildOptions): Promise<ReadApi> {
  const { loaded, ...input } = await load(options)
  if (loaded === undefined) return input
  const { api, names, diagnostics } = buildApi(loaded, options)
  const all = [...input.diagnostics, ...diagnostics].sort(byPlace)
  return { ...input, loaded, api, names, diagnostics: all }
}
