import { recordOf } from '@rpcloom/schema/json'
import { type DocumentElement, type Elements, textOf } from './elements.ts'
import type { OpenRpcMethod, OpenRpcParam } from './types.ts'

/**
 * Reads content descriptors. A param without a name is named after the component schema that it refers to, or
 * else by its position, such as `param1`.
 */
export function paramsOf<One extends DocumentElement>(
  holder: One,
  elements: Elements<One>,
): readonly OpenRpcParam<One>[] {
  return elements.list(holder, 'params').map((param, index) => {
    const { name, required, schema = true } = param.json
    return {
      ...param,
      name: textOf(name) ?? componentName(schema) ?? `param${index + 1}`,
      required: required === true,
      schema,
    }
  })
}

function componentName(schema: unknown): string | undefined {
  const ref = textOf(recordOf(schema)['$ref']) ?? ''
  return /#\/components\/schemas\/([\w-]+)$/.exec(ref)?.[1]
}

/** Returns the form in which params are sent. Params without names can only be sent by position. */
export function structureOf(
  { json: { paramStructure } }: DocumentElement,
  params: readonly DocumentElement[],
): OpenRpcMethod['structure'] {
  if (paramStructure === 'by-name' || paramStructure === 'by-position') return paramStructure
  return params.every(({ json }) => textOf(json['name']) !== undefined) ? 'either' : 'by-position'
}
