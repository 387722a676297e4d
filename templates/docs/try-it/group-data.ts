import type { JsonObject } from '@rpcloom/rpc'

/** Data of a group for Try it: written by the docs target, read in the browser. */
export interface GroupData {
  /** The group's OpenRPC document, which needs no other file. */
  readonly document: JsonObject
  readonly servers: readonly ServerData[]
  /** Where the group is served below a node's address. */
  readonly path: string
  /** The path is that of the document's server: an address with a path of its own stands for itself. */
  readonly pathIsServers: boolean
  /** Where it differs from `path`. */
  readonly wsPath?: string
  /** Package name of the generated client. */
  readonly client?: string
  readonly methods: readonly MethodData[]
}

/** A server that the document names; `{name}` in the address stands for a variable. */
export interface ServerData {
  readonly url: string
  readonly name?: string
  readonly variables: readonly ServerVariableData[]
}

export interface ServerVariableData {
  readonly name: string
  readonly default: string
  readonly enum?: readonly string[]
  readonly description?: string
}

/** What the model says of a method beyond its document, where much goes without saying. */
export interface MethodData {
  /** Method name as sent and in the document. */
  readonly wire: string
  /** Its name on its page; unique in the group. */
  readonly slug: string
  readonly effect: 'read' | 'write' | 'admin'
  readonly http: boolean
  readonly ws: boolean
  /** Params go in a list unless they are given by name. */
  readonly positional: boolean
  /** User name and password are among the params. */
  readonly carriesPassword: boolean
  /** How the generated client calls it: `node.pChain.getHeight`. */
  readonly access: string
  /** Its own servers, where it has any. */
  readonly servers?: readonly ServerData[]
  readonly path?: string
  readonly routes: readonly RouteData[]
  readonly subscription?: SubscriptionData
}

/** A GET route of `x-rest`. */
export interface RouteData {
  readonly name: string
  readonly paths: readonly string[]
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  readonly statuses: readonly number[]
}

export interface SubscriptionData {
  readonly notification: string
  readonly unsubscribe?: string
  /** The document does not name the notification. */
  readonly inferred?: true
  /** No param names the topic. */
  readonly single?: true
  /** Member of the notification's params with the event; absent: `result`. */
  readonly payloadParam?: string
}
