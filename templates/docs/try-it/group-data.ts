import type { JsonObject } from '@rpcloom/rpc'

export interface GroupData {
  readonly document: JsonObject
  readonly servers: readonly ServerData[]
  readonly path: string
  /**
   * Whether `path` is the path of a server in the document. If so, it is not appended to a URL that already
   * has a path.
   */
  readonly pathIsServers: boolean
  readonly wsPath?: string
  readonly wsPathIsServers?: boolean
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

/** Data about a method that the document does not state directly. */
export interface MethodData {
  readonly name: string
  /** File name of the method's page. Unique in the group. */
  readonly slug: string
  readonly effect: 'read' | 'write' | 'admin'
  readonly http: boolean
  readonly ws: boolean
  /** Whether params are sent by position. Params that the reader enters by name are still sent by name. */
  readonly positional: boolean
  /** Set if the value of the only param is sent as it is (`x-params`). */
  readonly whole?: true
  /** Whether the params contain a user name and a password. */
  readonly carriesPassword: boolean
  /** Expression for the method of the generated client: `client.pChain.getHeight`. */
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
  readonly unsubscribe: string
  /** Set if the document does not declare the notification, so that the generator inferred it. */
  readonly inferred?: true
  /** Set if the method has no param that selects a topic. All its events have the same topic. */
  readonly single?: true
  /** Name of the notification param with the event. Defaults to `result`. */
  readonly payloadParam?: string
}
