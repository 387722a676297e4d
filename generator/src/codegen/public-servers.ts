import { pathOfServers, pathsOf, withoutCredentials } from '@rpcloom/rpc/internal'
import { formatsOf, withFormats } from '@rpcloom/schema/internal'
import { isArray, isObject, listOf, objectOf, own } from '../json/members.ts'
import { jsonText } from '../json/text.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { serversOf } from '../model/document/servers.ts'
import type { Group, Method, Server } from '../model/types.ts'
import {
  credentialPlaceholder,
  hasCredentials,
  isCredentialVariable,
} from '../openrpc/credentials.ts'

/** Returns groups whose documents, servers and paths have no credentials (RL216), for docs and exports. */
export function withPublicServers(groups: readonly Group[]): readonly Group[] {
  return groups.map((group) => {
    const servers = group.servers.map(publicServer)
    const { pathIsDefault, path, at = path, wsPathIsDefault, wsPath, wsAt = wsPath } = group.route
    const declared = {
      path: pathIsDefault || wsPathIsDefault ? undefined : at,
      wsPath: wsPathIsDefault ? undefined : wsAt,
    }
    return {
      ...group,
      servers,
      bundle: publicDocument(group.bundle),
      route: { ...group.route, ...pathsOf(servers.map(declaration), declared) },
      methods: group.methods.map(withPublicAddress),
      clientMethods: group.clientMethods.map(withPublicAddress),
    }
  })
}

function withPublicAddress(method: Method): Method {
  if (method.servers.length === 0) return method
  const servers = method.servers.map(publicServer)
  const path = method.path && pathOfServers(servers.map(declaration), 'http')
  return { ...method, servers, ...(path !== undefined && { path }) }
}

/** Removes credentials from the servers of a document, of its methods and of links. */
function publicDocument(document: JsonObject): JsonObject {
  const components = objectOf(document, 'components')
  const links = objectOf(components, 'links')
  const shown = {
    ...withPublicMember(document, 'servers'),
    methods: listOf(document, 'methods').map(publicMethod),
    ...(links !== undefined && {
      components: {
        ...components,
        links: Object.fromEntries(
          Object.entries(links).map(([name, link]) => [name, publicLink(link)]),
        ),
      },
    }),
  }
  const formats = formatsOf(document)
  return formats === undefined ? shown : withFormats(shown, formats)
}

function publicMethod(json: Json): Json {
  if (!isObject(json)) return json
  const method = withPublicMember(json, 'servers')
  const { links } = method
  return isArray(links) ? { ...method, links: links.map(publicLink) } : method
}

function publicLink(json: Json): Json {
  return isObject(json) ? withPublicMember(json, 'server') : json
}

/** Removes credentials from a member: a list of servers, or a single one. */
function withPublicMember(json: JsonObject, name: string): JsonObject {
  const declared = own(json, name)
  if (declared === undefined) return json
  return {
    ...json,
    [name]: isArray(declared) ? declared.map(publicDeclaration) : publicDeclaration(declared),
  }
}

function publicDeclaration(json: Json): Json {
  const [server] = serversOf({ servers: [json] })
  if (!isObject(json) || server === undefined) return json
  const shown = publicServer(server)
  return jsonText(declaration(shown)) === jsonText(declaration(server))
    ? json
    : { ...json, ...declaration(shown) }
}

/** Returns the server object of a document. */
function declaration({ url, variables }: Server): JsonObject {
  return {
    url,
    variables: Object.fromEntries(variables.map(({ name, ...variable }) => [name, variable])),
  }
}

function publicServer(server: Server): Server {
  const url = publicUrl(server.url)
  const variables = server.variables.map(({ enum: values = [], ...variable }) => {
    const isPublic = (value: string): boolean => !isCredentialVariable(url, variable.name, value)
    const shown = values.filter(isPublic)
    return {
      ...variable,
      default: isPublic(variable.default) ? variable.default : (shown[0] ?? credentialPlaceholder),
      ...(shown.length > 0 && { enum: shown }),
    }
  })
  return { ...server, url, variables }
}

function publicUrl(url: string): string {
  if (!hasCredentials(url)) return url
  const anonymous = withoutCredentials(url)
  return hasCredentials(anonymous) ? anonymous.replace(/\?[^#]*/, '') : anonymous
}
