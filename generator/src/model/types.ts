/**
 * The intermediate representation: the content of the documents in terms of TypeScript and JSON-RPC, with
 * every public identifier already chosen. It is readonly plain data and independent of targets and the file
 * system.
 */
import type { Json, JsonObject, Place, Scalar } from '../json/types.ts'
import type { CustomFormat, FormatsModule } from '../openrpc/custom-formats.ts'

/** ID of a named type: `file#pointer` of its schema. */
export type TypeId = string

/** The model that targets receive. */
export interface Api {
  /** npm scope of the emitted packages, from the configuration. */
  readonly scope: string
  readonly groups: readonly Group[]
  /** One module for each file with named types: the documents and the files that they refer to. */
  readonly modules: readonly TypeModule[]
  readonly types: ReadonlyMap<TypeId, NamedType>
  /** The module of the configuration's custom formats. */
  readonly formats?: FormatsModule
  /** Places without a type; their type is `unknown`. */
  readonly untyped: readonly Untyped[]
}

/** A place whose type is `unknown`, and why. */
export interface Untyped extends Place {
  /**
   * `unresolved`: an unresolved reference; `no-schema`: a missing schema; `any-value`: the schema is `true` or
   * empty; `undeclared`: `required` lists a property that no schema declares; `unsupported`: keywords without
   * an equivalent in TypeScript.
   */
  readonly reason: 'unresolved' | 'no-schema' | 'any-value' | 'undeclared' | 'unsupported'
}

/** The named types of a file. Names are unique inside a module and among everything that a group uses. */
export interface TypeModule {
  /** Stem of the emitted file, for example `p-chain` or `shared/records`. */
  readonly path: string
  readonly file: string
  readonly types: readonly TypeId[]
}

/** Descriptions of an element as written. Targets must escape them. */
export interface Doc {
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: { readonly url: string; readonly description?: string }
  readonly deprecated?: Deprecation
}

/** A deprecation, from `deprecated: true` or `x-deprecated`. */
export interface Deprecation {
  readonly since?: string
  /** Name of the replacement. */
  readonly replacedBy?: string
  readonly reason?: string
}

/** A schema with a name in TypeScript. */
export interface NamedType {
  readonly id: TypeId
  readonly place: Place
  /** `path` of its module. */
  readonly module: string
  /** Name of the decoded form, for results and handler params. */
  readonly name: string
  /**
   * Name of the input form, for arguments of callers and results of handlers. Equal to `name` if the forms do
   * not differ.
   */
  readonly inputName: string
  /** Component key, title or path that the name comes from. Printed by `rpcloom names`. */
  readonly origin: string
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
}

/** A schema of the document, with the place that its `$ref`s are relative to. */
export interface Schema {
  readonly place: Place
  readonly json: JsonObject | boolean
}

/** A TypeScript type before printing. */
export type Type =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number' }
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

/** String formats that affect targets. `stringTemplates` lists those with a template literal type. */
export type StringFormat = 'hex' | 'rfc3339' | 'evm-address' | 'other'

/** A number that is sent as a string or a JSON number and needs a codec. */
export interface NumericType {
  readonly kind: 'numeric'
  /** Its type in a program. */
  readonly as: 'bigint' | 'number'
  /** Its form in JSON: decimal string, number, or hex quantity. Readers accept both decimal forms. */
  readonly encoding: 'string' | 'number' | 'hex'
  /** Inclusive bounds from the format, `minimum` and `maximum`. */
  readonly min?: bigint
  readonly max?: bigint
  /** Fractions are rejected. Always so for `bigint`. */
  readonly integer?: true
  /** The schema does not allow the number to be sent as a JSON number. */
  readonly textOnly?: true
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
  /** Number of leading items that are required. */
  readonly required: number
  readonly rest?: Type
}

/** An object with declared properties. */
export interface ObjectType {
  readonly kind: 'object'
  readonly properties: readonly Property[]
  /**
   * Type of undeclared members. `false` if the schema forbids them, undefined if it does not mention them.
   */
  readonly additional?: Type | false
  /** `patternProperties`, which TypeScript can only express as an index signature. */
  readonly patterns?: readonly { readonly pattern: string; readonly type: Type }[]
}

/** A declared member of an object. */
export interface Property {
  /** Name in JSON and in the type, where it is quoted if it is not an identifier. */
  readonly name: string
  readonly required: boolean
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
  /** `x-secret`: the value is never printed, logged or echoed. */
  readonly secret?: true
}

/** One of several types: `oneOf`, `anyOf`, or a list of `type`s. */
export interface UnionType {
  readonly kind: 'union'
  readonly members: readonly Type[]
  /** Property whose literal value distinguishes the members. */
  readonly discriminator?: string
}

/** A document: a set of methods at one address. */
export interface Group {
  /** Key of the group in the client, in `createServer` and in the mock: `pChain`. */
  readonly key: string
  /** Name of its files, docs folder and import path: `p-chain`. */
  readonly slug: string
  /** Prefix of type names: `PChain`. */
  readonly typeName: string
  /**
   * Members that the client also has directly: `eth` in `client.eth.getBalance()`. Empty if calls must name
   * the group.
   */
  readonly shortcuts: readonly string[]
  readonly file: string
  readonly title: string
  readonly version: string
  readonly doc: Doc
  /** Namespaces of the group. Members of the unnamed one are at top level; named ones are nested. */
  readonly namespaces: readonly Namespace[]
  readonly methods: readonly Method[]
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
}

/** Methods of a group with the same prefix, such as `eth_`. */
export interface Namespace {
  /** Name of the namespace: `eth` in `cChain.eth.getBalance`. Empty for top-level members. */
  readonly name: string
  /** Prefix of the emitted interface's name: `CChainEth`. */
  readonly typeName: string
  /** Indices into `Group.methods`. */
  readonly methods: readonly number[]
}

/** Addresses of a group from `x-group`, or defaults. */
export interface Route {
  /** Path of the default chain (`/ext/bc/P`): from `x-group`, else from the first server, else `/`. */
  readonly path: string
  /** `path` comes from a server, so it is not appended to an address that already has a path. */
  readonly pathIsDefault?: true
  /** Path of any chain, with the variable `{chain}`. */
  readonly chainPath?: string
  /** Alias of the chain that `path` belongs to. */
  readonly chain?: string
  readonly wsPath?: string
  readonly chainWsPath?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether batches are accepted, and their maximum size in public mode. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/** Who can use an element over a transport. `absent` if the transport does not offer it at all. */
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

/** The effect of a method, which determines retries, contract tests and Try it. */
export type Effect = 'read' | 'write' | 'admin'

/** A method object, with references resolved and names chosen. */
export interface Method {
  /** The method name as sent: `platform.getHeight`. */
  readonly name: string
  /** Its member of the namespace: `getHeight`. It is valid in a member access without quotes. */
  readonly member: string
  /** Exported name of the standalone function; unique in the group and not reserved. */
  readonly standalone: string
  /** Name of the namespace. Empty at top level. */
  readonly namespace: string
  /** File stem of the method's own files: unique in the group, ignoring case. */
  readonly slug: string
  readonly place: Place
  readonly doc: Doc
  /** The value in the document. For `either`, clients send params by position. */
  readonly paramStructure: 'by-name' | 'by-position' | 'either'
  readonly params: readonly Param[]
  /** Named type of all params as one object; absent without params. */
  readonly paramsType?: TypeId
  /** Absent for a notification. */
  readonly result?: Result
  readonly errors: readonly RpcErrorSpec[]
  readonly examples: readonly ExamplePairing[]
  readonly links: readonly Link[]
  readonly tags: readonly string[]
  readonly servers: readonly Server[]
  /** Path of the method's first server, if it differs from the path of the group. */
  readonly path?: string
  readonly effect: Effect
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  /** `x-auth: keystore`: the params contain a username and password. */
  readonly auth?: 'keystore'
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
  /** Every `x-` member, as written. */
  readonly extensions: JsonObject
}

/** A content descriptor of `params`. */
export interface Param {
  /** Name of the param in messages. */
  readonly name: string
  /** Identifier of the positional argument. */
  readonly identifier: string
  readonly required: boolean
  /** The param is optional and no required param follows it, so a positional call may omit it. */
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
  /** A named result type, a reference or a scalar. An empty result is a closed object without members. */
  readonly type: Type
  readonly schema: Schema
  /** The result is exactly `{}`, and the client returns nothing. */
  readonly empty: boolean
}

/** An error object that methods list. */
export interface RpcErrorSpec {
  readonly code: number
  readonly message: string
  /**
   * Name of the error's factory, unique in the group. It comes from `x-reason.name`, the component key or the
   * message.
   */
  readonly identifier: string
  /** `x-reason.name`, if the document has one. */
  readonly reason?: string
  /** `x-reason.pattern`: a regular expression that matches the message of public nodes. */
  readonly pattern?: string
  /** `x-reason.when`: when the error is returned. */
  readonly when?: string
  /** `x-reason.help`: what a caller can do about it. */
  readonly help?: string
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
  /** Values by param name. Omitted params are absent. */
  readonly params: JsonObject
  /** Values in the order of the example. */
  readonly positional: readonly Json[]
  /** Absent for a notification, and if the document omits the result. */
  readonly result?: { readonly value: Json }
}

/** A link object: it describes a call whose params come from the params and result of another call. */
export interface Link {
  readonly name: string
  /** Member of the method's links, unique among them. */
  readonly member: string
  readonly place: Place
  /** Name of the linked method. */
  readonly method: string
  /** Params as written. */
  readonly params: JsonObject
  /** Parsed params. Those whose value cannot be determined are omitted. */
  readonly parts: readonly { readonly param: string; readonly part: LinkPart }[]
  readonly description?: string
}

/** A value of a link, with its expressions (`${result.id}`) parsed. */
export type LinkPart =
  | { readonly kind: 'value'; readonly value: Json }
  | LinkPath
  | { readonly kind: 'text'; readonly pieces: readonly (string | LinkPath)[] }
  | { readonly kind: 'list'; readonly items: readonly LinkPart[] }
  | {
      readonly kind: 'record'
      readonly members: readonly { readonly name: string; readonly part: LinkPart }[]
    }

/** A path to a value of the call that the link starts from. */
export interface LinkPath {
  readonly kind: 'path'
  readonly from: 'params' | 'result'
  readonly path: readonly string[]
}

/** `x-pagination`. */
export interface Pagination {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Member of the result with the items. If it is `null`, the page is empty. */
  readonly items: string
  /** Member of the result with the number of items, if any. */
  readonly count?: string
  /**
   * How to recognize the last page. `short-page`: it has fewer items than the limit; `empty-page`: it has
   * none.
   */
  readonly end: 'short-page' | 'empty-page'
}

/** `x-limits`. */
export interface Limit {
  readonly subject: string
  readonly value?: number
  readonly unit?: string
  readonly text: string
}

/** `x-rest`: a GET route that returns the method's result. */
export interface RestRoute {
  /** Member under `get` in the client: `readiness`. */
  readonly name: string
  readonly paths: readonly string[]
  /** Maps query parameters to params. */
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  /** HTTP status: `ok` if this boolean member of the result is true, else `fail`. */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
  readonly summary?: string
}

/** `x-subscription`. */
export interface Subscription {
  readonly notification: string
  /** No method of the document describes the notification, so its name is inferred. */
  readonly inferred?: true
  /** Members of the notification's params with the ID and the event; `subscription` and `result` by default. */
  readonly idParam?: string
  readonly payloadParam?: string
  /** Absent if the method is itself a notification that the server sends outside of any subscription. */
  readonly unsubscribe?: string
  /**
   * The method has a single topic, which is not sent as a param. The params of the topic are those of the
   * method.
   */
  readonly single?: true
  readonly topics: readonly {
    readonly name: string
    readonly identifier: string
    readonly summary?: string
    readonly params: readonly Param[]
    readonly payload: { readonly type: Type; readonly schema: Schema }
  }[]
}
