import { type Api, type Group, type Method, serverSide } from 'rpcloom/model'
import {
  docText,
  endingMethods,
  interfaceKey,
  methodStub,
  type Scaffold,
  type ScaffoldOptions,
  servesItself,
  stubClasses,
  type StubMember,
  type TypeUses,
  typesOfHandler,
} from 'rpcloom/codegen'
import { exportsOf } from '../context.ts'
import { topicHandlers, topicMembers } from '../subscriptions.ts'
import { projectFiles } from './files.ts'

/**
 * Returns a project that the user owns: classes with a stub for each method, and a program that serves them. Returns
 * undefined if servers implement no methods.
 */
export function serverScaffold(all: Api, options: ScaffoldOptions): Scaffold | undefined {
  const api = serverSide(all)
  if (api.groups.length === 0) return undefined
  const { packageName, dependency } = options
  return {
    packageName,
    entry: packageName,
    dependency,
    classes: api.groups.flatMap((group) => {
      const module = moduleOf(group, packageName)
      const modules = { handlers: module, types: module, entry: packageName, formats: packageName }
      return stubClasses(api, group, modules, (method, uses) => stubsOf(group, method, uses))
    }),
    composition: {
      path: 'src/handlers.ts',
      doc: docText({
        summary: 'The handlers of every group. Methods of an omitted group return error -32601.',
      }),
      type: 'Handlers',
      function: 'createServer',
      groups: api.groups.map((group) => ({
        key: group.key,
        of: interfaceKey({
          module: moduleOf(group, packageName),
          interfaceName: exportsOf(group).handlers,
        }),
      })),
    },
    files: projectFiles(api, options),
  }
}

function moduleOf({ slug }: Group, packageName: string): string {
  return `${packageName}/${slug}`
}

/**
 * Returns the stubs of a method: for a subscription, one stub for each topic. A method that ends
 * subscriptions, or that the server itself implements, has no stub.
 */
function stubsOf(group: Group, method: Method, useTypes: TypeUses): readonly StubMember[] {
  if (endingMethods(group).has(method.name) || servesItself(method)) return []
  if (method.subscription === undefined) return [methodStub(method, useTypes)]
  const names = topicHandlers(group)
  return method.subscription.topics.map((topic, index) => {
    const print: Parameters<typeof typesOfHandler>[0] = (scope) =>
      topicMembers({ group, scope }, method)[index]
    return {
      kind: 'method',
      gives: 'events',
      name: `${method.name} ${topic.name}`,
      member: names.get(topic) ?? topic.identifier,
      doc: useTypes((scope) => print(scope)?.doc ?? '').text,
      ...typesOfHandler(print, useTypes),
    }
  })
}
