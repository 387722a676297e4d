import type { JsonObject } from '@rpcloom/rpc'

export interface GroupData {
  readonly document: JsonObject
  readonly servers: readonly ServerData[]
  readonly path: string
  /** `path` is from the document's server: it is not appended to an address that has a path. */
  readonly pathIsServers: boolean
  readonly wsPath?: string
  readonly client?: string
  readonly methods: readonly MethodData[]
}

/** A server of the document. `{name}` in its URL is replaced by the variable. */
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

/** Facts about a method that the document does not state directly. */
export interface MethodData {
  readonly name: string
  /** File name of the method's page. Unique in the group. */
  readonly slug: string
  readonly effect: 'read' | 'write' | 'admin'
  readonly http: boolean
  readonly ws: boolean
  /** Params are sent by position unless they were entered by name. */
  readonly positional: boolean
  /** The params contain a user name and a password. */
  readonly carriesPassword: boolean
  /** Expression for the method of the generated client: `node.pChain.getHeight`. */
  readonly access: string
  readonly servers?: readonly ServerData[]
  readonly path?: string
  readonly routes: readonly RouteData[]
  readonly subscription?: SubscriptionData
}

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
  /** The document does not declare the notification. */
  readonly inferred?: true
  /** The method has no param for the topic. */
  readonly single?: true
  /** Member of the notification's params with the event; `result` if absent. */
  readonly payloadParam?: string
}
