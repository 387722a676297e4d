/**
 * The intermediate representation: the content of the documents in terms of TypeScript and
 * JSON-RPC, with all public identifiers chosen. The model is readonly, plain data, and independent
 * of targets and the file system.
 */
import type { Json, JsonObject, Place, Scalar } from '../json/types.ts'
import type { Naming } from './names/kept-names.ts'
import type { CustomFormat, FormatsModule } from '../openrpc/custom-formats.ts'

/** ID of a named type: `file#pointer` of its schema. */
export type TypeId = string

/** The model from which targets generate code. */
export interface Api {
  /** npm scope of the emitted packages, from the configuration. */
  readonly scope: string
  readonly groups: readonly Group[]
  /**
   * One module for each file with named types. The files are the documents and the files to which
   * they refer.
   */
  readonly modules: readonly TypeModule[]
  readonly types: ReadonlyMap<TypeId, NamedType>
  /** The module with the custom formats of the configuration. */
  readonly formats?: FormatsModule
  /** Places of schemas without a type. They have the type `unknown`. */
  readonly untyped: readonly Untyped[]
}

/** A place with the type `unknown`, and the reason. */
export interface Untyped extends Place {
  /**
   * `unresolved`: a reference is not resolved. `no-schema`: the schema is missing. `any-value`: the
   * schema is `true` or empty. `undeclared`: `required` lists a property that no schema declares.
   * `unsupported`: TypeScript has no equivalent for the keywords.
   */
  readonly reason: 'unresolved' | 'no-schema' | 'any-value' | 'undeclared' | 'unsupported'
}

/**
 * The named types of a file. Their names are unique in the module and among all types that a group
 * uses.
 */
export interface TypeModule {
  /** Path of the emitted file without extension, for example `p-chain` or `shared/records`. */
  readonly path: string
  readonly file: string
  readonly types: readonly TypeId[]
}

/** Descriptions of an element as written in the document. Targets must escape them. */
export interface Doc {
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: { readonly url: string; readonly description?: string }
  readonly deprecated?: Deprecation
}

/** A deprecation, from `deprecated: true` or `x-deprecated`. */
export interface Deprecation {
  readonly since?: string
  /** Name of the element that replaces this element. */
  readonly replacedBy?: string
  readonly reason?: string
}

/** A schema with a type name in TypeScript. */
export interface NamedType {
  readonly id: TypeId
  readonly place: Place
  /** `path` of the type's module. */
  readonly module: string
  /** Name of the output form, which results and handler params have. */
  readonly name: string
  /**
   * Name of the input form, which callers' arguments and handlers' results have. Equal to `name` if
   * both forms are the same.
   */
  readonly inputName: string
  /** Component key, title or path from which the name is derived. Printed by `rpcloom names`. */
  readonly origin: string
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
}

/** A schema with its place, to which its `$ref`s are relative. */
export interface Schema {
  readonly place: Place
  readonly json: JsonObject | boolean
}

/** A TypeScript type before printing. */
export type Type = Described & PlainType

/** What the document says of a type as an alternative of `oneOf` or `anyOf`. */
interface Described {
  /** The title of the alternative, as summary, and its description. */
  readonly doc?: Doc
}

/** `wide`: an integer that may exceed 2^53. */
type PlainType =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly custom?: CustomFormat; readonly wide?: true }
  | { readonly kind: 'string'; readonly format?: StringFormat; readonly custom?: CustomFormat }
  | NumericType
  | LiteralType
  | EnumType
  | { readonly kind: 'array'; readonly items: Type }
  | TupleType
  | ObjectType
  | UnionType
  | { readonly kind: 'intersection'; readonly members: readonly Type[] }
  | { readonly kind: 'ref'; readonly to: TypeId }

/**
 * String formats that affect generated code. `stringTemplates` lists the formats with a template
 * literal type.
 */
export type StringFormat = 'hex' | 'rfc3339' | 'evm-address' | 'other'

/** A number with a codec, sent as a string or as a JSON number. */
export interface NumericType {
  readonly kind: 'numeric'
  /** Type of the decoded number. */
  readonly as: 'bigint' | 'number'
  /**
   * Encoding in JSON: decimal string, number or hexadecimal quantity. Decoders of decimal numbers
   * accept both strings and JSON numbers.
   */
  readonly encoding: 'string' | 'number' | 'hex'
  /** Inclusive bounds, from the format, `minimum` and `maximum`. */
  readonly min?: bigint
  readonly max?: bigint
  /** Whether fractions are rejected, which is always the case for `bigint`. */
  readonly integer?: true
  /** Set if the schema does not allow JSON numbers. */
  readonly textOnly?: true
  /** Set if the schema does not allow strings. */
  readonly numberOnly?: true
}

/** A single value: `const`, or an `enum` with one value. */
export interface LiteralType {
  readonly kind: 'literal'
  readonly value: Scalar
}

/** One of several values, each with an optional description. */
export interface EnumType {
  readonly kind: 'enum'
  readonly members: readonly EnumMember[]
}

/** A value of an enum. */
export interface EnumMember {
  readonly value: Scalar
  readonly description?: string
  readonly deprecated?: Deprecation
}

/** An array whose items have types by position (`prefixItems`). */
export interface TupleType {
  readonly kind: 'tuple'
  readonly items: readonly Type[]
  /** Number of leading items that must be present. */
  readonly required: number
  readonly rest?: Type
}

/** An object with declared properties. */
export interface ObjectType {
  readonly kind: 'object'
  readonly properties: readonly Property[]
  /**
   * Type of undeclared members. `false` if the schema forbids undeclared members, undefined if the
   * schema does not mention them.
   */
  readonly additional?: Type | false
  /**
   * Types of members by patterns of their names (`patternProperties`). TypeScript can only express
   * them as an index signature.
   */
  readonly patterns?: readonly { readonly pattern: string; readonly type: Type }[]
}

/** A declared member of an object. */
export interface Property {
  /**
   * Name in JSON, which is also the name in the TypeScript type. Names that are not identifiers are
   * quoted in the type.
   */
  readonly name: string
  readonly required: boolean
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
  /** `x-secret`: the value must not be printed, logged or echoed. */
  readonly secret?: true
}

/** One of several types: `oneOf`, `anyOf`, or a list of `type`s. */
export interface UnionType {
  readonly kind: 'union'
  readonly members: readonly Type[]
  /** Property whose literal value distinguishes the members of the union. */
  readonly discriminator?: string
}

/** The methods of a document, all at the same address. */
export interface Group {
  /** Key of the group in the client, in `createServer` and in the mock: `pChain`. */
  readonly key: string
  /** Name of the group's files, docs folder and import path: `p-chain`. */
  readonly slug: string
  /** Prefix of the group's type names: `PChain`. */
  readonly typeName: string
  /**
   * Members of the group that are also direct members of the client: `eth` in
   * `client.eth.getBalance()`. Empty if calls must name the group.
   */
  readonly shortcuts: readonly string[]
  readonly file: string
  readonly title: string
  readonly version: string
  readonly doc: Doc
  /** Namespaces of the group. Members of the unnamed namespace are direct members of the group. */
  readonly namespaces: readonly Namespace[]
  /** How the methods are named. The lock file records it, so that later runs keep the names. */
  readonly naming: Naming
  /** The methods that the server implements. */
  readonly methods: readonly Method[]
  /**
   * The methods that the client implements. A method that both implement is the same object in both lists; a
   * name can also belong to two methods, one for each side.
   */
  readonly clientMethods: readonly Method[]
  /** Namespaces of `clientMethods`; empty if the client implements no method. */
  readonly clientNamespaces: readonly Namespace[]
  /** `x-cancel`: the notification that cancels a request. */
  readonly cancel?: Cancel
  /** `x-progress`: the notification that reports the progress of a request. */
  readonly progress?: Progress
  readonly route: Route
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  readonly errors: readonly RpcErrorSpec[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly servers: readonly Server[]
  /** `x-group.featured`: names of the most important methods. */
  readonly featured: readonly string[]
  /** `x-glossary`: terms that the documents define. */
  readonly terms: readonly Term[]
  readonly extensions: JsonObject
  /** The self-contained document, as `rpc.discover` returns it. */
  readonly bundle: JsonObject
}

/** A term and its definition. */
export interface Term {
  readonly term: string
  readonly description: string
  /** Synonyms. */
  readonly aliases: readonly string[]
  /** Other words by which readers look for the term. */
  readonly search: readonly string[]
}

/** Methods of a group with the same prefix, such as `eth_`, and the namespaces in it. */
export interface Namespace {
  /**
   * Name of the namespace: `eth` in `cChain.eth.getBalance`, `device.port` in `hub.device.port.read`. Empty
   * for direct members of the group.
   */
  readonly name: string
  /** Prefix of the emitted interface's name: `CChainEth`. */
  readonly typeName: string
  /** Indices into `Group.methods`, or into `Group.clientMethods` for a namespace of the client. */
  readonly methods: readonly number[]
}

/** `x-cancel`: a notification with the ID of the request to cancel. */
export interface Cancel {
  readonly method: string
  /** Name of the param with the ID. */
  readonly id: string
}

/** `x-progress`: a notification with the token and the progress of a request. */
export interface Progress {
  readonly method: string
  /** Name of the notification's param with the token. */
  readonly token: string
  /** Name of the notification's param with the progress. If absent, all other params are the progress. */
  readonly value?: string
  /** Member of a request's params with the token: its name, or a JSON pointer for a member of a member. */
  readonly param: string
}

/** Addresses of a group, from `x-group` or by default. */
export interface Route {
  /** Default path (`/ext/bc/P`): from `x-group`, else from the first server, else `/`. */
  readonly path: string
  /**
   * Set if `path` was taken from the URL of a server object. The client does not append such a path
   * to a URL that already has a path.
   */
  readonly pathIsDefault?: true
  /** Path with variables (`/ext/bc/{chain}`), if the document declares one. */
  readonly at?: string
  /** Paths for WebSockets, if they differ. */
  readonly wsPath?: string
  /** Set if `wsPath` was taken from the URL of a server object. */
  readonly wsPathIsDefault?: true
  readonly wsAt?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether the server accepts batches, and the maximum batch size in public mode. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/**
 * Who can use an element over a transport. `absent` means that the transport does not offer the
 * element.
 */
export type Reach = 'public' | 'node-local' | 'absent'

/** Availability over HTTP and over WebSocket (`x-availability`). */
export interface Availability {
  readonly http: Reach
  readonly ws: Reach
}

/** `x-enabled-by`: the node setting that enables the element. */
export interface EnabledBy {
  readonly setting: string
  readonly default: boolean
}

/** A server object, with its variables. */
export interface Server {
  readonly name?: string
  readonly url: string
  readonly description?: string
  readonly variables: readonly {
    readonly name: string
    readonly default: string
    readonly enum?: readonly string[]
    readonly description?: string
  }[]
}

/** The effect of a method, which determines retries, contract tests and the Try it form. */
export type Effect = 'read' | 'write' | 'admin'

/** A method object, with references resolved and names chosen. */
export interface Method {
  /** The method name as sent: `platform.getHeight`. */
  readonly name: string
  /** Member name in the namespace: `getHeight`. The name is always valid after a dot. */
  readonly member: string
  /** Exported name of the standalone function, unique in the group and not a reserved word. */
  readonly standalone: string
  /** Name of the method's namespace, such as `device.port`. Empty at top level. */
  readonly namespace: string
  /** Name of the method's files without extension, unique in the group regardless of case. */
  readonly slug: string
  readonly place: Place
  readonly doc: Doc
  /** `x-implemented-by`: the roles that implement the method. Absent if only `server` does. */
  readonly implementedBy?: readonly string[]
  /**
   * `paramStructure` of the document. With `either`, clients send params by position. `whole`: `x-params`
   * describes all params in one schema, which is the schema of the only item of `params`.
   */
  readonly paramStructure: 'by-name' | 'by-position' | 'either' | 'whole'
  readonly params: readonly Param[]
  /** Named type of all params: an object, or the type of `x-params`. Absent if the method has no params. */
  readonly paramsType?: TypeId
  /** Absent for a notification. */
  readonly result?: Result
  readonly errors: readonly RpcErrorSpec[]
  readonly examples: readonly ExamplePairing[]
  readonly links: readonly Link[]
  readonly tags: readonly string[]
  readonly servers: readonly Server[]
  /** Path of the method's first server, if it differs from the group's path. */
  readonly path?: string
  readonly effect: Effect
  /** Points that a call takes of a rate limit (`x-cost`); 1 if absent. */
  readonly cost?: number
  /** Words by which readers look for the method (`x-search`). */
  readonly search?: readonly string[]
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  /** Name of the scheme by which callers authenticate (`x-auth`). */
  readonly auth?: string
  readonly since?: string
  /**
   * `x-stability: experimental` of the method or its document: the method may change or be removed in any
   * version.
   */
  readonly experimental?: true
  readonly pagination?: Pagination
  readonly limits: readonly Limit[]
  readonly rest: readonly RestRoute[]
  readonly subscription?: Subscription
  /** All `x-` members as written in the document. */
  readonly extensions: JsonObject
}

/** A content descriptor of `params`. */
export interface Param {
  /** Name of the param in messages. */
  readonly name: string
  /** Name of the positional argument in generated code. */
  readonly identifier: string
  readonly required: boolean
  /**
   * Whether a positional call may omit the param: the param is optional, and no required param
   * follows.
   */
  readonly omittable: boolean
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
  readonly secret: boolean
  readonly extensions: JsonObject
}

/** The content descriptor of a result. */
export interface Result {
  readonly name: string
  readonly doc: Doc
  /** A named type, a reference or a scalar. An empty result is a closed object without members. */
  readonly type: Type
  readonly schema: Schema
  /** Whether the result may be absent or null: `required: false` of the content descriptor. */
  readonly optional?: true
  /** Whether the result is always `{}`. The client then returns nothing. */
  readonly empty: boolean
  /** `x-when`: the alternatives that depend on the values of params. */
  readonly cases?: readonly ResultCase[]
}

/** A result that a method returns for certain values of params. */
export interface ResultCase {
  /** Values by param. Each param must have one of its values. */
  readonly when: readonly { readonly param: string; readonly values: readonly Scalar[] }[]
  readonly type: Type
}

/** An error object that methods list. */
export interface RpcErrorSpec {
  readonly code: number
  readonly message: string
  /**
   * Name of the generated error factory, unique in the group. The name is derived from
   * `x-reason.name`, the component key or the message.
   */
  readonly identifier: string
  /** `x-reason.name`, if the document declares it. */
  readonly reason?: string
  /** `x-reason.pattern`: a regular expression that matches the error message of public nodes. */
  readonly pattern?: string
  /** `x-reason.when`: when the error is returned. */
  readonly when?: string
  /** `x-reason.help`: what a caller can do about it. */
  readonly help?: string
  /** `x-reason.search`: words by which readers look for the error. */
  readonly search: readonly string[]
  readonly dataType?: Type
  readonly dataSchema?: Schema
  readonly place: Place
}

/** An example pairing object. */
export interface ExamplePairing {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly place: Place
  /** Values by param name. Params that the example omits are absent. */
  readonly params: JsonObject
  /** Values in the order of the example. */
  readonly positional: readonly Json[]
  /** Absent for notifications and for examples without a result. */
  readonly result?: { readonly value: Json }
}

/**
 * A link object: describes a follow-up call whose params come from the params and result of the
 * preceding call.
 */
export interface Link {
  readonly name: string
  /** Member name of the link, unique among the links of the method. */
  readonly member: string
  readonly place: Place
  /** Name of the linked method. */
  readonly method: string
  /** Params as written in the document. */
  readonly params: JsonObject
  /** Parsed params. Params whose value cannot be determined are omitted. */
  readonly parts: readonly { readonly param: string; readonly part: LinkPart }[]
  readonly description?: string
}

/** A value in a link, with expressions such as `${result.id}` parsed. */
export type LinkPart =
  | { readonly kind: 'value'; readonly value: Json }
  | LinkPath
  | { readonly kind: 'text'; readonly pieces: readonly (string | LinkPath)[] }
  | { readonly kind: 'list'; readonly items: readonly LinkPart[] }
  | {
      readonly kind: 'record'
      readonly members: readonly { readonly name: string; readonly part: LinkPart }[]
    }

/** A path to a value in the params or result of the preceding call. */
export interface LinkPath {
  readonly kind: 'path'
  readonly from: 'params' | 'result'
  readonly path: readonly string[]
}

/** How the pages of a result are requested (`x-pagination`). */
export interface Pagination {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Result member with the items. `null` means that the page is empty. */
  readonly items: string
  /** Result member with the number of items, if the result has one. */
  readonly count?: string
  /**
   * How the last page is recognized. `short-page`: the page has fewer items than the limit.
   * `empty-page`: the page has no items.
   */
  readonly end: 'short-page' | 'empty-page'
}

/** A limit of a method or content descriptor, such as a maximum number of items (`x-limits`). */
export interface Limit {
  readonly subject: string
  readonly value?: number
  readonly unit?: string
  readonly text: string
}

/** `x-rest`: a GET route that returns the method's result. */
export interface RestRoute {
  /** Name of the route below `get` in the client: `readiness`. */
  readonly name: string
  readonly paths: readonly string[]
  /** Maps query parameters to method params. */
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  /**
   * HTTP status of the response: `ok` if the result member called `member` is true, otherwise
   * `fail`.
   */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
  readonly summary?: string
}

/** How clients subscribe to events, and how the events are sent (`x-subscription`). */
export interface Subscription {
  readonly notification: string
  /**
   * Set if the name of the notification is inferred, because no method of the document describes
   * the notification.
   */
  readonly inferred?: true
  /** Name of the notification param with the subscription ID. Defaults to `subscription`. */
  readonly idParam?: string
  /** Name of the notification param with the event. Defaults to `result`. */
  readonly payloadParam?: string
  readonly unsubscribe: string
  /**
   * Set if the method has a single topic, which is not sent as a param. The topic then has the
   * params of the method.
   */
  readonly single?: true
  readonly topics: readonly {
    readonly name: string
    readonly identifier: string
    readonly summary?: string
    readonly params: readonly Param[]
    readonly payload: { readonly type: Type; readonly schema: Schema }
    /**
     * How clients continue over another connection: the param, and the JSON pointer to its value in an event, or the
     * pointers to the members of its value.
     */
    readonly resume?: {
      readonly param: string
      readonly event: string | Readonly<Record<string, string>>
    }
  }[]
}
