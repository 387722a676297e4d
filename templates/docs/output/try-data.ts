import type { Group, Method, Server } from 'rpcloom/model'
import {
  accessPath,
  derivedText,
  isCalledByHttp,
  isPositional,
  jsonText,
  type OutputFile,
  visibleJson,
} from 'rpcloom/codegen'
import type { SiteContext } from '../site/context.ts'
import { tryDataPath } from '../site/document-path.ts'
import type { GroupData, MethodData, ServerData } from '../try-it/group-data.ts'

/**
 * Returns the data of the Try it form: a classic script for each group, which loads when a reader
 * first opens the form on a page of the group.
 */
export function tryData({ api, options, implemented }: SiteContext): readonly OutputFile[] {
  const called = api.groups.filter(({ key }) => !implemented.has(key))
  return called.map((group) =>
    derivedText(`site/assets/${tryDataPath(group)}`, scriptOf(group, options.client)),
  )
}

/**
 * Returns the Try it data of a group as a script. The script parses the data from a string, because
 * `__proto__` in an object literal would set the prototype.
 */
function scriptOf(group: Group, client: string | undefined): string {
  const json = jsonText(dataOf(group, client))
  const entry = [group.slug, json].map(quoted).join(',\n')
  return `(window.docsTryItData = window.docsTryItData || []).push([\n${entry}\n])\n`
}

/** Returns a string literal that is safe inside a `<script>` element. */
function quoted(text: string): string {
  return visibleJson(jsonText(text)).replaceAll('<', '\\u003c')
}

function dataOf(group: Group, client: string | undefined): GroupData {
  const { path, pathIsDefault, wsPath, wsPathIsDefault } = group.route
  return {
    document: group.bundle,
    servers: group.servers.map(serverData),
    path,
    pathIsServers: pathIsDefault === true,
    ...(wsPath !== undefined && { wsPath, wsPathIsServers: wsPathIsDefault === true }),
    ...(client !== undefined && { client }),
    methods: group.methods.map((method) => methodData(group, method)),
  }
}

function methodData(group: Group, method: Method): MethodData {
  const { name: methodName, slug, effect, availability, path, subscription } = method
  return {
    name: methodName,
    slug,
    effect,
    http: isCalledByHttp(group, method),
    ws: availability.ws !== 'absent',
    positional: isPositional(method),
    ...(method.paramStructure === 'whole' && { whole: true }),
    carriesPassword: method.auth !== undefined || method.params.some(({ secret }) => secret),
    access: accessPath(group, method),
    ...(method.servers.length > 0 && { servers: method.servers.map(serverData) }),
    ...(path !== undefined && { path }),
    routes: method.rest.map(({ name, paths, query, status }) => ({
      name,
      paths,
      query,
      statuses: [status.ok, status.fail],
    })),
    ...(subscription !== undefined && {
      subscription: {
        notification: subscription.notification,
        unsubscribe: subscription.unsubscribe,
        ...(subscription.inferred && { inferred: subscription.inferred }),
        ...(subscription.single && { single: subscription.single }),
        ...(subscription.payloadParam !== undefined && {
          payloadParam: subscription.payloadParam,
        }),
      },
    }),
  }
}

function serverData({ url, name, variables }: Server): ServerData {
  return { url, variables, ...(name !== undefined && { name }) }
}
