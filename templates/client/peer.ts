import { type Api, clientGroups, hasPeer, membersOfGroup, serverSide } from 'rpcloom/model'
import {
  docText,
  functionOf,
  interfaceOf,
  memberAccess,
  memberName,
  namedType,
  omitOf,
  openScope,
  propertyKey,
  type Scope,
  type SourceOutput,
} from 'rpcloom/codegen'

export const peerEntry = 'peer'

const path = 'src/peer.ts'
const channels = '@rpcloom/rpc/channels'
const codegen = '@rpcloom/rpc/codegen/peer'
const own = ['Peer', 'PeerOptions', 'createPeer', 'rpcErrors', 'unfilled']
/** What the entry exports of the runtime. */
const values = ['events', 'pair', 'port', 'socket', 'stdio', 'streamableHttp', 'window']

/** Returns the entry for calls in both directions: a client that answers calls too, over any channel. */
export function peerModule(api: Api, types: string): SourceOutput {
  const scope = openScope(api, path, [...own, ...values], new Set())
  const implemented = clientGroups(api).length > 0
  const statements = [
    `export { ${values.join(', ')}, type Channel } from '${channels}'`,
    ...(implemented ? [handlerExports(types)] : []),
    optionsInterface(scope, implemented ? types : undefined),
    peerInterface(api, scope),
    createFunction(api, scope, types),
    ...(implemented ? [errorsConstant(api, scope, types), unfilledFunction(scope, types)] : []),
  ]
  return scope.module(
    statements,
    serverSide(api).groups.map(({ file }) => file),
  )
}

function optionsInterface(
  scope: Scope,
  types: string | undefined,
): SourceOutput['statements'][number] {
  const handlers =
    types === undefined ? undefined : scope.use(`${types}/peer`, 'ClientHandlers', 'type')
  return interfaceOf({
    name: 'PeerOptions',
    doc: docText({ summary: 'Options of a peer.' }),
    extends: [
      omitOf(namedType(scope.use(codegen, 'BuildPeerOptions', 'type'), 'object'), [
        'client',
        'groups',
        'handlers',
      ]),
    ],
    properties:
      handlers === undefined
        ? []
        : [
            {
              name: 'handlers',
              type: `${handlers} | undefined`,
              readonly: true,
              optional: true,
              doc: docText({ summary: 'Handlers of what the client implements.' }),
            },
          ],
  })
}

/** Returns the interface of a peer: the client, without members that the peer has for itself. */
function peerInterface(api: Api, scope: Scope): SourceOutput['statements'][number] {
  const peerMembers = ['close', 'closed']
  const direct = serverSide(api).groups.flatMap((group) =>
    membersOfGroup(group).filter((name) => group.shortcuts.includes(name)),
  )
  const hidden = ['at', ...peerMembers].filter(
    (name) => direct.includes(name) || (name === 'at' && hasVariables(api)),
  )
  const client = scope.use('./index.ts', 'Client', 'type')
  return interfaceOf({
    name: 'Peer',
    doc: docText({ summary: 'A client that answers calls of the other end too.' }),
    extends: [omitOf(client, hidden), scope.use(codegen, 'PeerBase', 'type')],
  })
}

function hasVariables({ groups }: Api): boolean {
  return groups.some(({ route }) => route.at !== undefined)
}

function createFunction(api: Api, scope: Scope, types: string): SourceOutput['statements'][number] {
  const build = scope.use(codegen, 'buildPeer', 'value')
  const client = scope.use('./index.ts', 'createClient', 'value')
  const implementing = clientGroups(api)
  const [only, ...others] = implementing
  const from = `${types}/peer`
  const protocol = hasPeer(api) ? [`...${scope.use(from, 'protocol', 'value')}`] : []
  const handlers =
    only !== undefined && others.length === 0
      ? `{ ${propertyKey(only.key)}: options.handlers }`
      : '{ ...options.handlers }'
  const answered =
    only === undefined
      ? ['groups: []', 'handlers: {}']
      : [`groups: ${scope.use(from, 'clientGroups', 'value')}`, `handlers: ${handlers}`]
  return functionOf({
    name: 'createPeer',
    doc: docText({
      summary: 'Creates a client over a channel, by which the other end can make calls too.',
    }),
    arguments: [{ name: 'options', type: 'PeerOptions' }],
    returns: 'Peer',
    body: [
      `return ${build}<Client>({ ${[...protocol, '...options', `client: (transport) => ${client}({ transport })`, ...answered].join(', ')} })`,
    ],
  })
}

/** Returns the exports that handlers need, so that their project needs no other package. */
function handlerExports(types: string): string {
  return [
    `export type * from '${types}/peer'`,
    `export { notImplemented } from '${codegen}'`,
    "export type { Awaitable, Context, NoParams } from '@rpcloom/rpc/server'",
  ].join('\n')
}

function unfilledFunction(scope: Scope, types: string): SourceOutput['statements'][number] {
  const groups = scope.use(`${types}/peer`, 'clientGroups', 'value')
  const handlers = scope.use(`${types}/peer`, 'GroupHandlers', 'type')
  return functionOf({
    name: 'unfilled',
    doc: docText({
      summary:
        'Returns the names of the methods of the client that have no handler, or only a stub of `rpcloom scaffold`.',
    }),
    arguments: [{ name: 'handlers', type: handlers }],
    returns: 'readonly string[]',
    body: [`return ${scope.use(codegen, 'unfilledOf', 'value')}(${groups}, { ...handlers })`],
  })
}

/** Returns the constant with the errors of the groups that the client implements methods of. */
function errorsConstant(api: Api, scope: Scope, types: string): string {
  const factories = scope.use(codegen, 'ErrorFactories', 'type')
  const create = scope.use(codegen, 'errorFactories', 'value')
  const from = `${types}/errors`
  const errors = scope.use(from, 'errors', 'value')
  const lists = scope.use(from, 'errorsByMethod', 'value')
  const data = scope.use(from, 'ErrorDataInput', 'type')
  const keys = clientGroups(api).map(({ key }) => key)
  const list = (key: string): string => `${lists}${memberAccess(key)}`
  return [
    '/** Functions that create the errors of the documents, by group, for handlers to throw. */',
    'export const rpcErrors: {',
    ...keys.map(
      (key) =>
        `  readonly ${memberName(key)}: ${factories}<typeof ${errors}, typeof ${list(key)}, ${data}>`,
    ),
    '} = {',
    ...keys.map(
      (key) => `  ${memberName(key)}: /* @__PURE__ */ ${create}(${errors}, ${list(key)}),`,
    ),
    '}',
  ].join('\n')
}
