import type { Places, View } from '@rpcloom/schema/internal'
import { below, type Located } from '../json/place.ts'
import type { Json, Place } from '../json/types.ts'

/** What schemas of documents say together. */
export type DocumentView = View<Place, Json>

/** Returns the places of all documents. */
export function placesBy(
  resolve: (file: string, ref: string) => Located | undefined,
): Places<Place, Json> {
  return {
    follow: (ref, { place }) => resolve(place.file, ref),
    inside: (place, path) => below(place, ...path),
  }
}
