import { flatJson } from '../json/write-json.ts'
import type { RouteCarrier } from './endpoint.ts'
import type { Method, Params } from './method.ts'

export function routeUrl(
  { data }: Method,
  { path }: RouteCarrier,
  { url, params }: { readonly url: URL; readonly params: Params },
): URL {
  const full = new URL(url)
  const route = data.routes.find(({ paths }) => paths.includes(path))
  for (const { name, param, repeated } of route?.query ?? []) {
    const value = Object.hasOwn(params, param) ? params[param] : undefined
    if (value === undefined) continue
    const items: readonly unknown[] = repeated && Array.isArray(value) ? value : [value]
    for (const item of items) full.searchParams.append(name, wordOf(item))
  }
  return full
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : flatJson(value)
}

export function routeStatuses({ data }: Method, { path }: RouteCarrier): readonly number[] {
  return data.routes.find(({ paths }) => paths.includes(path))?.statuses ?? [200]
}
