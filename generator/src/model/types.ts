/**
 * The intermediate representation: what the documents say, in the words of TypeScript and JSON-RPC,
 * with every public identifier already chosen. Readonly plain data; knows no target and no file system.
 */

/** A JSON value as it stands in a document; an integer that a double cannot hold is a bigint. */
export type Json = Scalar | bigint | readonly Json[] | JsonObject
/** A value that a type of literals can name. */
export type Scalar = string | number | boolean | null
export interface JsonObject {
  readonly [key: string]: Json
}

/** Where something stands: a file (relative to the project, `/` separated) and a JSON pointer inside it. */
export interface Place {
  readonly file: string
  readonly pointer: string
}

/** Identity of a named type: `file#pointer` of its schema. */
export type TypeId = string

/** Everything the targets see. */
export interface Api {
  /** npm scope and naming of the emitted packages, from the configuration. */
  readonly scope: string
  readonly groups: readonly Group[]
  /** One per file that holds named types: the documents themselves and the files that they `$ref`. */
  readonly modules: readonly TypeModule[]
  readonly types: ReadonlyMap<TypeId, NamedType>
  /** The module of the configuration's custom formats. */
  readonly formats?: FormatsModule
  /** The places that could not be typed and became `unknown`. */
  readonly untyped: readonly Untyped[]
}

/** A place that became `unknown`, and why. */
export interface Untyped extends Place {
  /**
   * `unresolved`: a reference that leads nowhere; `no-schema`: a schema is missing where one belongs;
   * `any-value`: the schema is `true` or says nothing; `undeclared`: `required` names a property that
   * no schema declares; `unsupported`: keywords that have no counterpart in TypeScript.
   */
  readonly reason: 'unresolved' | 'no-schema' | 'any-value' | 'undeclared' | 'unsupported'
}

/** The named types of one file. Names are unique inside a module and among everything a group can see. */
export interface TypeModule {
  /** Stem of the emitted file, for example `p-chain` or `shared/records`. */
  readonly path: string
  readonly file: string
  readonly types: readonly TypeId[]
}

/** Prose of an element, as written. Targets escape it for where they put it. */
export interface Doc {
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: { readonly url: string; readonly description?: string }
  readonly deprecated?: Deprecation
}

/** `deprecated: true` and `x-deprecated`. */
export interface Deprecation {
  readonly since?: string
  /** Wire name of the replacement. */
  readonly replacedBy?: string
  readonly reason?: string
}

/** A schema that has a name in TypeScript. */
export interface NamedType {
  readonly id: TypeId
  readonly place: Place
  /** `path` of its module. */
  readonly module: string
  /** Decoded form: results, handler params. */
  readonly name: string
  /** What callers pass and handlers return; equal to `name` where the forms do not differ. */
  readonly inputName: string
  /** Component key, title or path that the name comes from: shown by `rpcloom names`. */
  readonly origin: string
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
}

/** A schema as the document has it, with the identity that its own `$ref`s are resolved against. */
export interface Schema {
  readonly place: Place
  readonly json: JsonObject | boolean
}

/** A TypeScript type, before it is text. */
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

/** String formats that mean something to a target; `stringTemplates` says which have a template-literal type. */
export type StringFormat = 'hex' | 'rfc3339' | 'evm-address' | 'other'

/** A format that the module `formats` of the configuration defines: one object per format. */
export interface CustomFormat {
  readonly name: string
  /** TypeScript type of decoded values; of what callers pass it is this or the string, where there is a codec. */
  readonly type: CustomType
  /** Whether values differ from the strings that are sent. */
  readonly hasCodec: boolean
}

/** A type by its text, such as `` `ORD-${string}` `` or `Date`, or by the name under which the module exports it. */
export type CustomType =
  | { readonly kind: 'string' }
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'exported'; readonly name: string }

/** The module of the custom formats, as the types package gets it. */
export type FormatsModule = (FormatsFile | FormatsPackage) & {
  /** Types that formats name as exported, each once. */
  readonly exportedTypes: readonly string[]
}

/** A TypeScript file that is copied. */
export interface FormatsFile {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
  /** The same as JavaScript, in the form of CommonJS. */
  readonly script: string
}

/** A package that is imported. */
export interface FormatsPackage {
  readonly kind: 'package'
  readonly specifier: string
  readonly name: string
  readonly version: string
}

/** A number that travels as text or as a JSON number, and needs a codec. */
export interface NumericType {
  readonly kind: 'numeric'
  /** What the program sees. */
  readonly as: 'bigint' | 'number'
  /** What is written on the wire: decimal text, JSON number, or hex quantity. Both decimal forms are read. */
  readonly wire: 'string' | 'number' | 'hex'
  /** Inclusive bounds, from the format and from `minimum` and `maximum`; absent where there are none. */
  readonly min?: bigint
  readonly max?: bigint
  /** Fractions are refused; goes without saying for `bigint`. */
  readonly integer?: true
  /** The schema admits no JSON number. */
  readonly textOnly?: true
}

export interface LiteralType {
  readonly kind: 'literal'
  readonly value: Scalar
}

export interface EnumType {
  readonly kind: 'enum'
  readonly members: readonly EnumMember[]
}

export interface EnumMember {
  readonly value: Scalar
  readonly description?: string
  readonly deprecated?: Deprecation
}

export interface TupleType {
  readonly kind: 'tuple'
  readonly items: readonly Type[]
  /** How many leading items must be there. */
  readonly required: number
  readonly rest?: Type
}

export interface ObjectType {
  readonly kind: 'object'
  readonly properties: readonly Property[]
  /** Type of undeclared members: `false` where the schema closes the object, absent where it says nothing. */
  readonly additional?: Type | false
  /** `patternProperties`, which TypeScript can only say as an index signature. */
  readonly patterns?: readonly { readonly pattern: string; readonly type: Type }[]
}

export interface Property {
  /** Name on the wire, which is also the name in the type (quoted where it is no identifier). */
  readonly name: string
  readonly required: boolean
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
  /** `x-secret`: never printed, logged or echoed. */
  readonly secret?: true
}

export interface UnionType {
  readonly kind: 'union'
  readonly members: readonly Type[]
  /** Property whose literal value tells the members apart. */
  readonly discriminator?: string
}

/** One document: a set of methods behind one address. */
export interface Group {
  /** Key in the client, in `createServer`, in the mock: `pChain`. */
  readonly key: string
  /** File stem, docs folder and import path: `p-chain`. */
  readonly slug: string
  /** Prefix of type names: `PChain`. */
  readonly typeName: string
  /** Members that the client has itself, too: `eth` in `client.eth.getBalance()`. Empty where calls name the group. */
  readonly shortcuts: readonly string[]
  readonly file: string
  readonly title: string
  readonly version: string
  readonly doc: Doc
  /** Members of the group: those of the unnamed namespace stand at top level, the named ones nest. */
  readonly namespaces: readonly Namespace[]
  readonly methods: readonly Method[]
  readonly route: Route
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  readonly errors: readonly RpcErrorSpec[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly servers: readonly Server[]
  /** `x-group.featured`: wire names of the methods that most callers come for. */
  readonly featured: readonly string[]
  /** `x-glossary`: words of the field that the documents use. */
  readonly terms: readonly Term[]
  readonly extensions: JsonObject
  /** The document with every outside reference pulled in: what `rpc.discover` answers. */
  readonly bundle: JsonObject
}

/** A word of the field, and what it means in the documents. */
export interface Term {
  readonly term: string
  readonly description: string
  /** Other words for the same. */
  readonly aliases: readonly string[]
}

export interface Namespace {
  /** `eth` in `cChain.eth.getBalance`; empty for the members at top level. */
  readonly name: string
  /** `CChainEth`: prefix of the emitted interface. */
  readonly typeName: string
  /** Indices into `Group.methods`. */
  readonly methods: readonly number[]
}

/** Addresses of a group, from `x-group`; defaults for a document without it. */
export interface Route {
  /** By `x-group`, else that of the first server, else `/`. Of the default chain: `/ext/bc/P`. */
  readonly path: string
  /** The path is that of a server: it goes below a host, and an address that has a path stands for itself. */
  readonly pathIsDefault?: true
  /** Path for any chain, holding `{chain}`. */
  readonly chainPath?: string
  /** Alias of the chain that `path` belongs to. */
  readonly chain?: string
  readonly wsPath?: string
  readonly chainWsPath?: string
  readonly transports: readonly ('http' | 'ws')[]
  /** Whether one request may hold several calls, and how many in public mode. */
  readonly batch: { readonly allowed: boolean; readonly maxPublic?: number }
}

/** Where an element may be used: `absent` where that transport does not carry it at all. */
export type Reach = 'public' | 'node-local' | 'absent'
export interface Availability {
  readonly http: Reach
  readonly ws: Reach
}

/** `x-enabled-by`: node setting that turns the element on. */
export interface EnabledBy {
  readonly setting: string
  readonly default: boolean
}

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

/** Drives retries, contract tests and Try it. */
export type Effect = 'read' | 'write' | 'admin'

export interface Method {
  /** Name on the wire: `platform.getHeight`. */
  readonly wire: string
  /** Member of its namespace: `getHeight`. Any property name; never needs quoting as a member access after `names`. */
  readonly member: string
  /** Exported constant of the standalone form; unique in the group and no reserved word. */
  readonly standalone: string
  /** Name of its namespace, empty at top level. */
  readonly namespace: string
  /** File stem of what belongs to this method alone: unique in the group, also where case does not count. */
  readonly slug: string
  readonly place: Place
  readonly doc: Doc
  /** As the document says; `either` calls positionally. */
  readonly paramStructure: 'by-name' | 'by-position' | 'either'
  readonly params: readonly Param[]
  /** Named type of all params as one object by descriptor name; absent without params. */
  readonly paramsType?: TypeId
  /** Absent for a notification. */
  readonly result?: Result
  readonly errors: readonly RpcErrorSpec[]
  readonly examples: readonly ExamplePairing[]
  readonly links: readonly Link[]
  readonly tags: readonly string[]
  readonly servers: readonly Server[]
  /** Path of its first server, where that is not the path of the group. */
  readonly path?: string
  readonly effect: Effect
  readonly availability: Availability
  readonly enabledBy?: EnabledBy
  /** `x-auth: keystore`: username and password inside params. */
  readonly auth?: 'keystore'
  readonly since?: string
  /** `x-stability: experimental`, its own or that of its document: it may change or go with any version. */
  readonly experimental?: true
  readonly pagination?: Pagination
  readonly limits: readonly Limit[]
  readonly rest: readonly RestRoute[]
  readonly subscription?: Subscription
  /** Every `x-` member, as written. */
  readonly extensions: JsonObject
}

export interface Param {
  /** Name on the wire. */
  readonly name: string
  /** Identifier of the positional argument. */
  readonly identifier: string
  readonly required: boolean
  /** Optional with no required param after it: a positional call may end before it. */
  readonly omittable: boolean
  readonly doc: Doc
  readonly type: Type
  readonly schema: Schema
  readonly secret: boolean
  readonly extensions: JsonObject
}

export interface Result {
  readonly name: string
  readonly doc: Doc
  /** Named result type, or a reference, or a scalar. `void` results are `{kind:'object'}` closed and empty. */
  readonly type: Type
  readonly schema: Schema
  /** Exactly `{}`: the client returns nothing. */
  readonly empty: boolean
}

export interface RpcErrorSpec {
  readonly code: number
  readonly message: string
  /** Name of its constructor, unique in the group: from `x-reason.name`, component key or message. */
  readonly identifier: string
  /** `x-reason.name`, where the document gives one. */
  readonly reason?: string
  /** `x-reason.pattern`: regular expression by which a public node's message is recognised. */
  readonly pattern?: string
  /** `x-reason.when`: in which situation the error is answered. */
  readonly when?: string
  /** `x-reason.help`: what a caller can do about it. */
  readonly help?: string
  readonly dataType?: Type
  readonly dataSchema?: Schema
  readonly place: Place
}

export interface ExamplePairing {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly place: Place
  /** By param name; members that the example leaves out are absent. */
  readonly params: JsonObject
  /** The same in the order of the example. */
  readonly positional: readonly Json[]
  /** Absent in the pairing of a notification, and where the document leaves it out. */
  readonly result?: { readonly value: Json }
}

export interface Link {
  readonly name: string
  /** Property of the method's links; unique among them. */
  readonly member: string
  readonly place: Place
  /** Wire name of the method that it leads to. */
  readonly method: string
  /** As written. */
  readonly params: JsonObject
  /** What they are made of; those that cannot be made are left out. */
  readonly parts: readonly { readonly param: string; readonly part: LinkPart }[]
  readonly description?: string
}

/** A value of a link, with the expressions in it (`${result.id}`) read. */
export type LinkPart =
  | { readonly kind: 'value'; readonly value: Json }
  | LinkPath
  | { readonly kind: 'text'; readonly pieces: readonly (string | LinkPath)[] }
  | { readonly kind: 'list'; readonly items: readonly LinkPart[] }
  | {
      readonly kind: 'record'
      readonly members: readonly { readonly name: string; readonly part: LinkPart }[]
    }

/** A value of the call that the link starts from. */
export interface LinkPath {
  readonly kind: 'path'
  readonly from: 'params' | 'result'
  readonly path: readonly string[]
}

/** `x-pagination`. */
export interface Pagination {
  readonly cursor: { readonly param: string; readonly result: string }
  readonly limit?: { readonly param: string; readonly default: number; readonly cap?: number }
  /** Result member with the items; `null` is an empty page. */
  readonly items: string
  /** Result member with the number of items, where there is one. */
  readonly count?: string
  /** `short-page`: a page with fewer items than the limit is the last; `empty-page`: only an empty one is. */
  readonly end: 'short-page' | 'empty-page'
}

/** `x-limits`. */
export interface Limit {
  readonly subject: string
  readonly value?: number
  readonly unit?: string
  readonly text: string
}

/** `x-rest`: a GET route that answers with the method's result. */
export interface RestRoute {
  /** Member under `get` in the client: `readiness`. */
  readonly name: string
  readonly paths: readonly string[]
  /** Query parameter to method param. */
  readonly query: readonly {
    readonly name: string
    readonly param: string
    readonly repeated: boolean
  }[]
  /** 200 where this boolean member of the result is true, else `fail`. */
  readonly status: { readonly member: string; readonly ok: number; readonly fail: number }
  readonly summary?: string
}

/** `x-subscription`. */
export interface Subscription {
  readonly notification: string
  /** No method of the document is the notification: its name is a guess. */
  readonly inferred?: true
  /** Members of the notification's params with the ID and the event; absent: `subscription` and `result`. */
  readonly idParam?: string
  readonly payloadParam?: string
  readonly unsubscribe: string
  /** The method has one topic, which no param names; the params of the topic are those of the method. */
  readonly single?: true
  readonly kinds: readonly {
    readonly name: string
    readonly identifier: string
    readonly summary?: string
    readonly params: readonly Param[]
    readonly payload: { readonly type: Type; readonly schema: Schema }
  }[]
}
