import type { MethodDescriptor, MethodTable } from '@rpcloom/rpc/codegen'
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from '@rpcloom/rpc/internal'
import { isSecretName, readDocument } from '@rpcloom/rpc/internal/call'
import type { Resolve } from '@rpcloom/schema'
import { acceptsText, keywordValue } from '@rpcloom/schema/internal'
import { recordOf } from '@rpcloom/schema/json'
import { UsageError } from './exit-codes.ts'
import type { ProgramDocument } from './program.ts'

/** A method with its document and descriptor. */
export interface TargetMethod {
  readonly group: ProgramDocument
  readonly document: OpenRpcDocument
  readonly method: OpenRpcMethod
  readonly descriptor: MethodDescriptor
}

/** Loads a document and its descriptors, and returns the function that finds a method in them. */
export async function targetMethods(
  group: ProgramDocument,
): Promise<(name: string) => TargetMethod> {
  const [json, table] = await Promise.all([group.document(), group.methods()])
  const document = readDocument(json)
  const descriptors = new Map(descriptorsIn(table).map((one) => [one.name, one]))
  return (name) => {
    const [method, descriptor] = [document.methods.get(name), descriptors.get(name)]
    if (!method || !descriptor) throw new Error(`The packages of ${name} do not match`)
    return { group, document, method, descriptor }
  }
}

function descriptorsIn(table: MethodTable): readonly MethodDescriptor[] {
  return Object.values(table).flatMap((entry) =>
    // A namespace may have a member `name`, which is then an object.
    typeof entry.name === 'string'
      ? (entry as MethodDescriptor)
      : descriptorsIn(entry as MethodTable),
  )
}

/** Returns the params of a method; those of a topic if the method subscribes to topics. */
export function paramsOf(
  { method: { params, subscription } }: Pick<TargetMethod, 'method'>,
  topic: string | undefined,
): readonly OpenRpcParam[] {
  if (!subscription) return params
  const { topics, single } = subscription
  const found = single ? topics[0] : topics.find(({ name }) => name === topic)
  if (found) return found.params
  const names = topics.map(({ name }) => name).join(', ')
  const problem = topic === undefined ? 'Missing topic' : `Unknown topic ${JSON.stringify(topic)}`
  throw new UsageError(`${problem}. The topics are: ${names}`)
}

/** Whether the method needs a topic as first argument. */
export function needsTopic({ method: { subscription } }: Pick<TargetMethod, 'method'>): boolean {
  return subscription !== undefined && subscription.single !== true
}

/** Whether a param is secret: by `x-secret` or its format or, if no param of the document is, by the name of a string. */
export function isSecret({ methods, resolve }: OpenRpcDocument, param: OpenRpcParam): boolean {
  const mark = markOf(param, resolve)
  if (typeof mark === 'boolean') return mark
  const isMarked = (one: OpenRpcParam): boolean => markOf(one, resolve) === true
  return (
    isSecretName(param.name) &&
    acceptsText({ schema: param.schema, resolve }) &&
    ![...methods.values()].some(({ params }) => params.some(isMarked))
  )
}

function markOf({ json, schema }: OpenRpcParam, resolve: Resolve): unknown {
  const keyword = (name: string): unknown => keywordValue({ schema, resolve }, name)
  return json['x-secret'] ?? keyword('x-secret') ?? (keyword('format') === 'password' || undefined)
}

/** Returns the first paragraph about a param, in one line. */
export function paramSummary({ json, schema }: OpenRpcParam): string {
  const text = json['summary'] ?? json['description'] ?? recordOf(schema)['description']
  if (typeof text !== 'string') return ''
  return (text.split(/\n\s*\n/)[0] ?? '').replaceAll(/\s+/g, ' ')
}
