/**
 * Words that are reserved in generated code. A reserved word gets a suffix: `Schema` for a type,
 * `Method` for a method, `Param` for a param, `Group` for a group key, `-api` for a slug.
 */

/** Keywords, words reserved in strict mode or modules, and constants that should not be shadowed. */
export const reservedWords: ReadonlySet<string> = words(`
  abstract any arguments as asserts async await boolean break case catch class const continue debugger
  declare default delete do else enum eval export extends false finally for from function get global
  globalThis if implements import in infer infinity instanceof interface is keyof let module namespace
  never new null number object of package private protected public readonly require return satisfies
  set static string super switch symbol this throw true try type typeof undefined unique unknown using
  var void while with yield NaN Infinity fetch console process crypto
`)

/**
 * Members that every object has, and `then`: `await` would call a member `then` of a client as if
 * the client were a promise.
 */
export const objectMembers: ReadonlySet<string> = words(`
  constructor prototype __proto__ then toString toLocaleString toJSON valueOf hasOwnProperty isPrototypeOf
  propertyIsEnumerable __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__
`)

/** Names that clients, servers and mocks use for members that are not groups. */
export const rootMembers: ReadonlySet<string> = words(`
  aliases at batch calls close dispatcher emit fetch groups handle handlers hooks listen missing
  options ready reset rest route seed server transport with
`)

/** Values that generated modules declare or import. */
export const runtimeValues: ReadonlySet<string> = words(`
  array big bigHex bigNumber bind boolean check client createClient createDispatcher createGroup createMock
  createServer decode descriptors encode group http isRpcError lazy literal map memory method methods num numNumber
  object paged retry rpcErrors server shape shapes spec stringify subscription transport tuple union
  webSocket withOptions
`)

/** Names of function arguments in generated code that do not come from documents. */
export const runtimeArguments: ReadonlySet<string> = words('transport options params ctx context')

/** Types that generated modules declare or import. */
export const runtimeTypes: ReadonlySet<string> = words(`
  Api Availability Awaitable Client ClientGroup ClientOptions Context Dispatcher Effect Handlers Json
  JsonObject Method MethodCalls MethodSpec Mock MockCall MockEvents MockMethod NoParams NodeError PagedMethod RequestId RequestMessage
  ResponseMessage RpcError Server ServerGroup ServerMethod Shape Subscription Transport
  TransportRequest TransportResponse HttpError TimeoutError ProtocolError TransportError
`)

/**
 * Globals of JavaScript and its platforms. A generated type with the name of a global would shadow
 * the global or be mistaken for it. Rare globals with ordinary names (`Credential`, `Lock`,
 * `Plugin`) are not reserved, and neither are those that only pages have (`Location`, `Range`).
 */
export const globalTypes: ReadonlySet<string> = words(`
  AbortController AbortSignal AggregateError Array ArrayBuffer ArrayBufferLike ArrayBufferView
  ArrayLike AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Atomics Awaited
  BigInt BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer Capitalize
  ConstructorParameters Crypto CryptoKey DataView Date Disposable DOMException Error ErrorEvent
  EvalError Event EventListener EventSource EventTarget Exclude Extract File FormData Function
  Generator Headers Int16Array Int32Array Int8Array InstanceType Intl Iterable IterableIterator
  Iterator IteratorResult JSON Map Math MessageChannel MessageEvent MessagePort Navigator NodeJS
  NonNullable Number Object Omit Parameters Partial PerformanceEntry Performance Pick
  PropertyDescriptor PropertyKey Promise PromiseLike Proxy RangeError ReadableStream Readonly
  ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Request Required
  Response ReturnType Set SharedArrayBuffer Storage String Symbol SyntaxError ThisType
  TransformStream TypeError Uint16Array Uint32Array Uint8Array Uint8ClampedArray Uncapitalize
  Uppercase Lowercase URIError URL URLSearchParams WeakMap WeakRef WeakSet WebAssembly WebSocket
  Worker WritableStream
`)

/**
 * File names, without extension, of other files in generated packages, and device names of Windows.
 */
export const reservedSlugs: ReadonlySet<string> = words(`
  assets bin client con constants aux nul prn com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4
  lpt5 lpt6 lpt7 lpt8 lpt9 dist documents eip1193 errors groups guides handlers http index internal mock
  msw node-modules package peer reasons search server servers shared src testing types validate viem
  versions
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}
