import type { ExamplePairing, Group, Json, Method } from 'rpcloom/model'
import { sampleOrigin, sampleRequest } from 'rpcloom/codegen'
import type { Leaf } from '../../page/leaf.ts'

export interface Sample {
  readonly language: string
  readonly code: Leaf
}

export type SampleParams = Pick<ExamplePairing, 'params' | 'positional' | 'result'>

export interface SampleCall {
  readonly group: Group
  readonly method: Method
  readonly params: SampleParams
  /** Names from the handlers of a peer to those of the group, if clients implement the method. */
  readonly handlers: readonly string[] | undefined
}

export function requestOf({ method, params }: Pick<SampleCall, 'method' | 'params'>): Json {
  return sampleRequest(method, params)
}

export function originOf({ group, method }: Pick<SampleCall, 'group' | 'method'>): string {
  return sampleOrigin(group, method)
}

/** Returns the origin of the samples of a page as that of an HTTP server, which a reader can replace in the page. */
export function httpOrigin(group: Group, method: Method): string {
  return sampleOrigin(group, method).replace(/^ws/, 'http')
}
